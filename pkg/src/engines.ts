// Which engines a build of the package has.
import { GPU_FILES } from './generated/gpu.js';
import type { GpuFiles } from './platform.js';

/** The engines of this build of the package; the one for WebGPU may have been left out. */
export const ENGINES: readonly ('cpu' | 'webgpu')[] = GPU_FILES ? ['cpu', 'webgpu'] : ['cpu'];

/** The engine for WebGPU at the addresses that the caller gives, else the one of this build. */
export function gpuFilesAt(
  wasm: URL | undefined = GPU_FILES?.wasm,
  worker: URL | undefined = GPU_FILES?.worker,
): GpuFiles | undefined {
  return wasm && worker && { wasm, worker };
}

let isSaid = false;

/** Nobody asked for a GPU by name, so this is no note of a result: it is said once. */
export function sayWithoutGpu(): void {
  if (!isSaid) console.info('ansatz: this build has no engine for WebGPU; the CPU computes.');
  isSaid = true;
}

// The package, as this page uses it: one engine, loaded again for another device.
import { type Ansatz, isCached, load, type Progress } from 'ansatz';
import type { DeviceChoice, Network } from './state';

interface Listener {
  onNetwork(network: Network): void;
  onEngine(device: 'cpu' | 'webgpu'): void;
  /** A network has joined: there may be more to find. */
  onJoined(): void;
}

export class Engine {
  #loading: Promise<Ansatz> | undefined;
  #weights = new Map<string, { loaded: number; total: number; cached: boolean }>();
  #joined = new Set<string>();

  constructor(
    private readonly listener: Listener,
    private readonly device: () => DeviceChoice,
  ) {}

  /** The engine; loaded when it is first asked for, and again after it could not be. */
  get(): Promise<Ansatz> {
    return (this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    }));
  }

  /** Ends the engine; the next one asks for its device again. */
  async restart(): Promise<void> {
    const old = this.#loading;
    this.#loading = undefined;
    await old?.then((ansatz) => ansatz.dispose()).catch(() => undefined);
  }

  async #load(): Promise<Ansatz> {
    this.#weights.clear();
    this.#joined.clear();
    this.listener.onNetwork({ kind: 'waiting' });
    // Asked before they are fetched: afterwards they always are.
    const cached = await isCached();
    return load({
      device: this.device(),
      // First the answer, then what may better it; and nothing that these terms do not need.
      fetch: 'asked',
      // Whoever types on replaces searches all the time.
      spare: true,
      onProgress: (progress) => this.#hear(progress, cached),
    });
  }

  #hear(progress: Progress, cached: boolean): void {
    switch (progress.type) {
      case 'engine':
        // Another may come later, or be given up.
        this.listener.onEngine(progress.device);
        break;
      case 'weights': {
        const { loaded, total } = progress;
        this.#weights.set(progress.model, { loaded, total, cached: progress.cached || cached });
        this.listener.onNetwork({ kind: 'loading', ...this.#sum() });
        break;
      }
      case 'model': {
        this.#joined.add(progress.model);
        const { total } = this.#sum();
        const every = [...this.#weights.values()];
        if (this.#joined.size === this.#weights.size) {
          const kept = every.every((weights) => weights.cached);
          this.listener.onNetwork({ kind: 'ready', bytes: total, cached: kept });
        }
        this.listener.onJoined();
        break;
      }
      case 'failed':
        this.listener.onNetwork({ kind: 'failed' });
        break;
      default:
        // What a later version says besides.
        break;
    }
  }

  #sum(): { loaded: number; total: number } {
    const every = [...this.#weights.values()];
    return {
      loaded: every.reduce((sum, { loaded }) => sum + loaded, 0),
      total: every.reduce((sum, { total }) => sum + total, 0),
    };
  }
}

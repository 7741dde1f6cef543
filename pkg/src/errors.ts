// Every error of the package. An aborted call rejects with its signal's own reason instead.
import type { ProblemCode, Reason } from './wasm/cpu.js';

/** What can be wrong with what a caller gives. */
export type InputCode =
  | Extract<ProblemCode, 'bad-sequence' | 'bad-formula' | 'too-few-terms' | 'bad-options'>
  | 'unsafe-integer';

/** What can be wrong with a file. */
export type DownloadCode = 'download-failed' | 'wrong-checksum';

/** What can go wrong inside: all that the engine says and that is not the caller's doing, and
 * what happens to engines as a whole. */
export type EngineCode =
  | Exclude<ProblemCode, InputCode>
  | 'start-failed'
  | 'trap'
  | 'worker-failed';

/** What went wrong, for programs. */
export type ErrorCode = InputCode | DownloadCode | EngineCode | 'disposed';

/** The base of all errors of this package. */
export class AnsatzError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name: string = 'AnsatzError';

  constructor(
    readonly code: Code,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The sequence, the formula or the options make no sense. */
export class InputError extends AnsatzError<InputCode> {
  override readonly name = 'InputError';
  /** What `message` says of a sequence, as values: for whoever says it in words of their own. */
  readonly reason: Reason | undefined;

  constructor(
    code: InputCode,
    message: string,
    /** Where in the text, in characters from 0: first, and first after. */
    readonly span?: readonly [number, number],
    { reason, ...options }: ErrorOptions & { readonly reason?: Reason | undefined } = {},
  ) {
    super(code, message, options);
    this.reason = reason;
  }
}

/** A file could not be fetched, or is not the file it should be. */
export class DownloadError extends AnsatzError<DownloadCode> {
  override readonly name = 'DownloadError';

  constructor(
    code: DownloadCode,
    message: string,
    readonly url: string,
    options?: ErrorOptions,
    /** What the server answered instead of the file. */
    readonly status?: number,
  ) {
    super(code, message, options);
  }
}

/** The engine failed. The next call gets a new one. */
export class EngineError extends AnsatzError<EngineCode> {
  override readonly name = 'EngineError';
}

/** The instance was used after, or while, `dispose()` was called. */
export class DisposedError extends AnsatzError<'disposed'> {
  override readonly name = 'DisposedError';

  constructor() {
    super('disposed', 'this instance of Ansatz was disposed');
  }
}

/** Fetching fails in many ways, none of which says what was fetched. */
export const downloadFailed = (
  url: URL,
  problem: string,
  cause?: unknown,
  status?: number,
): DownloadError =>
  new DownloadError('download-failed', `${url.href}: ${problem}`, url.href, { cause }, status);

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : shown(error);

/** Any value in a few words, also one that does not want to be shown. */
export function shown(value: unknown): string {
  try {
    const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
    return text.length > 60 ? `${text.slice(0, 59)}…` : text;
  } catch {
    return `a value of type ${typeof value}`;
  }
}

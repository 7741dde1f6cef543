// Every error of the package. An aborted call rejects with its signal's own reason instead.

/** What went wrong, for programs. */
export type ErrorCode =
  | 'bad-sequence'
  | 'bad-formula'
  | 'unsafe-integer'
  | 'too-few-terms'
  | 'bad-options'
  | 'download-failed'
  | 'wrong-checksum'
  | 'bad-model'
  | 'no-network'
  | 'start-failed'
  | 'trap'
  | 'worker-failed'
  | 'device-failed'
  | 'internal'
  | 'disposed';

/** The base of all errors of this package. */
export class AnsatzError extends Error {
  override readonly name: string = 'AnsatzError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The sequence, the formula or the options make no sense. */
export class InputError extends AnsatzError {
  override readonly name = 'InputError';

  constructor(
    code: 'bad-sequence' | 'bad-formula' | 'unsafe-integer' | 'too-few-terms' | 'bad-options',
    message: string,
    /** Where in the text, in characters from 0: first, and first after. */
    readonly span?: readonly [number, number],
    options?: ErrorOptions,
  ) {
    super(code, message, options);
  }
}

/** A file could not be fetched, or is not the file it should be. */
export class DownloadError extends AnsatzError {
  override readonly name = 'DownloadError';

  constructor(
    code: 'download-failed' | 'wrong-checksum',
    message: string,
    readonly url: string,
    options?: ErrorOptions,
  ) {
    super(code, message, options);
  }
}

/** The engine failed. The next call gets a new one. */
export class EngineError extends AnsatzError {
  override readonly name = 'EngineError';
}

/** The instance was used after, or while, `dispose()` was called. */
export class DisposedError extends AnsatzError {
  override readonly name = 'DisposedError';

  constructor() {
    super('disposed', 'this instance of Ansatz was disposed');
  }
}

/** Fetching fails in many ways, none of which says what was fetched. */
export const downloadFailed = (url: URL, problem: string, cause?: unknown): DownloadError =>
  new DownloadError('download-failed', `${url.href}: ${problem}`, url.href, { cause });

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

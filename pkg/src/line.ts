// One engine that is running, until it is ended.
import { type AnsatzError, DownloadError, EngineError, InputError, messageOf } from './errors.js';
import type { Answers, Message, Port, Request } from './protocol.js';
import type { Answer, Problem } from './wasm/cpu.js';

/** A network's weights, readable again whenever an engine is restarted. */
export interface Model {
  readonly name: string;
  read(): Promise<ArrayBuffer>;
}

export interface Listeners {
  readonly signal?: AbortSignal | undefined;
  readonly onCandidate?: ((answer: Answer) => void) | undefined;
  readonly onStage?: ((stage: string) => void) | undefined;
}

/** Starts engines of one kind. */
export interface Starter {
  /** How long a request that nobody wants any more may go on before its engine is ended. */
  readonly graceMs: number;
  /** Whether a second engine is started while the first one searches. */
  readonly keepsSpare?: boolean;
  compile(): Promise<WebAssembly.Module>;
  open(): Port | Promise<Port>;
  /** An engine failed, perhaps with nothing to do. */
  onFailure?(error: AnsatzError): void;
}

/** An engine that is running. */
export class Line {
  readonly models = new Set<Model>();
  #ended: ((error: AnsatzError) => void) | undefined;
  #onMessage: ((message: Message) => void) | undefined;
  #failure: AnsatzError | undefined;

  private constructor(
    readonly port: Port,
    readonly cancelled: Int32Array | undefined,
  ) {}

  static async open(starter: Starter): Promise<Line> {
    const port = await starter.open();
    const line = new Line(port, sharedWith(port));
    const fail = (code: 'device-failed' | 'worker-failed', problem: string): void => {
      const error = new EngineError(code, problem);
      line.end(error);
      starter.onFailure?.(error);
    };
    // Listened to at once: a worker that cannot be loaded says so only once.
    const ready = new Promise<void>((resolve, reject) => {
      line.#ended = reject;
      line.#onMessage = (message) => {
        if (message.type === 'ready') resolve();
        if (message.type === 'start-failed') {
          reject(new EngineError('start-failed', message.message));
        }
      };
      port.listen(
        (message) => {
          if (message.type === 'device-failed') fail('device-failed', message.message);
          else line.#onMessage?.(message);
        },
        (problem) => fail('worker-failed', problem),
      );
    });
    ready.catch(() => undefined);
    try {
      const module = await starter.compile();
      port.keepAlive(true);
      port.post({ type: 'start', module, cancelled: line.cancelled });
      await ready;
    } catch (error) {
      port.terminate();
      if (error instanceof DownloadError) throw error;
      throw new EngineError('start-failed', `the engine did not start: ${messageOf(error)}`, {
        cause: error,
      });
    }
    port.keepAlive(false);
    return line;
  }

  get isOpen(): boolean {
    return this.#failure === undefined;
  }

  /** Ends the engine; whoever waits for it gets the error. */
  end(error: AnsatzError): void {
    if (this.#failure) return;
    this.#failure = error;
    this.port.terminate();
    this.#ended?.(error);
  }

  request<T extends Request>(
    request: T,
    { signal, onCandidate, onStage }: Listeners,
  ): Promise<Answers[T['type']]> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#ended = reject;
      this.#onMessage = (message) => {
        if (!('id' in message) || message.id !== request.id) return;
        switch (message.type) {
          case 'candidate':
            return signal?.aborted ? undefined : onCandidate?.(message.answer);
          case 'stage':
            return signal?.aborted ? undefined : onStage?.(message.name);
          case 'done':
            return resolve(message.value as Answers[T['type']]);
          case 'problem':
            return reject(rebuilt(message.problem));
          case 'trap':
            return this.end(new EngineError('trap', `the engine failed: ${message.message}`));
        }
      };
      this.port.post(request);
    });
  }
}

/** A number that an engine can look at while it is busy, where there can be one. */
function sharedWith({ isLocal }: Port): Int32Array | undefined {
  if (isLocal) return new Int32Array(1);
  // Pages have it only if they are isolated from other origins.
  return typeof SharedArrayBuffer === 'function'
    ? new Int32Array(new SharedArrayBuffer(4))
    : undefined;
}

/** An error of the engine, as the class it has here. */
function rebuilt({ code, message, span, reason }: Problem): AnsatzError {
  switch (code) {
    case 'bad-sequence':
    case 'bad-formula':
    case 'too-few-terms':
    case 'bad-options':
      return new InputError(code, message, span, { reason });
    default:
      return new EngineError(code, message);
  }
}

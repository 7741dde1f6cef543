// What happens: somebody asks, the engine answers, the address and the memory of it follow.
import { AnsatzError, InputError } from 'ansatz';
import { Engine } from './engine';
import { clearRecent, withRecent } from './recent';
import { continued, pause, search } from './search';
import { EXAMPLE, fromHash, type Settings, toHash } from './settings';
import { DEVICES, type DeviceChoice, type Problem, type State, type Store } from './state';
import { keep, recall } from './storage';
import { applyTheme, type Theme } from './theme';

/** How long to wait after a key. */
const TYPING_MS = 40;
/** How long a sequence must stand before the longer search, while somebody types. */
const PATIENCE_MS = 250;
/** How long before it counts as asked for, and is remembered. */
const SETTLED_MS = 1500;

export const readDevice = (): DeviceChoice =>
  DEVICES.find((device) => device === recall('device')) ?? 'auto';

const isOnlyNext = (change: Partial<Settings>): boolean =>
  Object.keys(change).every((key) => key === 'next');

export class Session {
  readonly #engine: Engine;
  #asked = new AbortController();
  /** Whether the entry of the browser's history is one to come back to. */
  #isSettled = true;

  constructor(private readonly store: Store<State>) {
    this.#engine = new Engine(
      {
        onNetwork: (network) => store.set({ network }),
        onEngine: (device) => store.set({ device, engineFailure: undefined }),
        onJoined: () => this.#askAgain(),
      },
      () => store.value.deviceChoice,
    );
    addEventListener('popstate', () => this.#follow());
    addEventListener('hashchange', () => this.#follow());
  }

  /** The engine, for what is not a search. */
  get ansatz(): ReturnType<Engine['get']> {
    return this.#engine.get();
  }

  /** Begins with what the page opened with. */
  start(): void {
    void this.#ask(this.store.value.settings, 0, 0);
  }

  /** Something was typed or set. */
  change(change: Partial<Settings>): void {
    const settings = { ...this.store.value.settings, ...change };
    const isLonger = isOnlyNext(change) && this.#isAnswered();
    this.#write(settings);
    if (isLonger) void this.#continue(settings);
    else void this.#ask(settings, TYPING_MS, PATIENCE_MS);
  }

  /** Asks without delay: Enter. */
  submit(): void {
    const { settings } = this.store.value;
    this.#settle(settings);
    void this.#ask(settings, 0, 0);
  }

  /** Shows what was found until now. */
  stop(): void {
    if (this.store.value.phase !== 'looking') return;
    this.#asked.abort();
    this.store.set({ phase: 'stopped' });
  }

  choose(law: string | undefined): void {
    this.store.set({ chosen: law });
  }

  async switchTo(deviceChoice: DeviceChoice): Promise<void> {
    keep('device', deviceChoice === 'auto' ? undefined : deviceChoice);
    this.#asked.abort();
    this.store.set({
      deviceChoice,
      device: undefined,
      phase: 'looking',
      network: { kind: 'waiting' },
    });
    await this.#engine.restart();
    await this.#ask(this.store.value.settings, 0, 0);
  }

  setTheme(theme: Theme): void {
    applyTheme(theme);
    this.store.set({ theme });
  }

  forget(): void {
    this.store.set({ recent: clearRecent() });
  }

  /** The address has changed: a link, back or forward. */
  #follow(): void {
    const settings = fromHash(location.hash) ?? EXAMPLE;
    if (toHash(settings) === toHash(this.store.value.settings)) return;
    this.#isSettled = true;
    void this.#ask(settings, 0, 0);
  }

  #askAgain(): void {
    const { phase, found, settings } = this.store.value;
    if (settings.effort === 'quick' || phase === 'stopped' || phase === 'failed') return;
    // A search under way asks for itself; one that did without the network is repeated.
    if (phase === 'done' && found?.network === 'loading') void this.#ask(settings, 0, 0);
  }

  /** Whether there are laws to ask for more terms: a guess has none. */
  #isAnswered(): boolean {
    const { phase, found } = this.store.value;
    return phase === 'done' && found !== undefined && found.candidates.length > 0 && !found.guess;
  }

  /** Another number of terms: the laws that were found know them. */
  async #continue(settings: Settings): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.store.set({ settings });
    try {
      await pause(TYPING_MS, signal);
      const ansatz = await this.#engine.get();
      const { found } = this.store.value;
      if (!found) return;
      const longer = await continued(ansatz, found, settings.next, signal);
      if (signal.aborted) return;
      this.store.set({ found: longer });
      await pause(SETTLED_MS, signal);
      this.#settle(settings);
    } catch {
      // A search has its own ways to fail, and says so.
      if (!signal.aborted) void this.#ask(settings, 0, 0);
    }
  }

  async #ask(settings: Settings, delay: number, patience: number): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const isSame = settings.text === this.store.value.settings.text;
    this.store.set({ settings, ...(!isSame && { chosen: undefined }) });
    if (settings.text.trim() === '') {
      this.store.set({ phase: 'empty', found: undefined, problem: undefined });
      return;
    }
    this.store.set({ phase: 'looking' });
    try {
      await pause(delay, signal);
      const ansatz = await this.#engine.get();
      signal.throwIfAborted();
      await search(ansatz, settings, {
        signal,
        patience,
        onFound: (found) => {
          if (!signal.aborted) this.store.set({ found, problem: undefined });
        },
      });
      if (signal.aborted) return;
      this.store.set({ phase: 'done', device: ansatz.device });
      const missed = this.store.value.found?.network === 'loading';
      // It may have joined while this search was ending.
      if (missed && this.store.value.network.kind === 'ready') this.#askAgain();
      await pause(SETTLED_MS, signal);
      this.#settle(settings);
    } catch (error) {
      if (!signal.aborted) await this.#fail(settings, error);
    }
  }

  async #fail(settings: Settings, error: unknown): Promise<void> {
    if (!(error instanceof InputError)) {
      const message = error instanceof Error ? error.message : String(error);
      const code = error instanceof AnsatzError ? error.code : 'internal';
      const engineFailure = this.store.value.device ? undefined : message;
      this.store.set({ phase: 'failed', problem: { code, message }, engineFailure });
      return;
    }
    const { code, message, span } = error;
    // What can be hidden of one sequence may be too much of a shorter one.
    if (code === 'bad-options' && settings.holdOut > 0) {
      return this.#ask({ ...settings, holdOut: 0 }, 0, 0);
    }
    const problem: Problem = { code, message, ...(span && { span }) };
    this.store.set({ phase: 'failed', problem, found: undefined });
  }

  /** Whoever types changes one entry of the history; what has stood stays in it. */
  #write(settings: Settings): void {
    const hash = toHash(settings);
    if (this.#isSettled) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
    this.#isSettled = false;
  }

  #settle(settings: Settings): void {
    this.#isSettled = true;
    const { found, problem } = this.store.value;
    if (problem || !found || !fromHash(location.hash)) return;
    this.store.set({ recent: withRecent(this.store.value.recent, toHash(settings)) });
  }
}

// What happens: somebody asks, the engine answers, the address and the memory of it follow.
import { AnsatzError, type Candidate, DownloadError, InputError } from 'ansatz';
import { Engine } from './engine';
import { textOf, Unreadable } from './files';
import { canHide, withHidden } from './hidden';
import { aheadOf, shiftedFormula, shiftedStart } from './law/shift';
import { equationOf } from './law/shown';
import { type Steps, steppedFormula, steppedLatex, steppedText } from './law/steps';
import { clearRecent, withRecent } from './recent';
import { asAnswer, continued, pause, search } from './search';
import { DEFAULTS, fromHash, questionOf, type Settings, searchOf, toHash } from './settings';
import {
  type Counting,
  DEVICES,
  type DeviceChoice,
  type Failure,
  type Found,
  isPending,
  isStale,
  type Problem,
  type State,
  type Store,
} from './state';
import { keep, recall } from './storage';
import { applyTheme, type Theme } from './theme';

/** How long to wait after a key. */
const TYPING_MS = 40;
/** How long a sequence must stand before the longer search, while somebody types. */
const PATIENCE_MS = 250;
/** How long before it counts as asked for, and is remembered. */
const SETTLED_MS = 1500;
/** Longer addresses are refused by some browsers, and cut by some of those who pass them on. */
const LONGEST_ADDRESS = 8000;

export const readDevice = (): DeviceChoice =>
  DEVICES.find((device) => device === recall('device')) ?? 'auto';

export const readSlash = (): boolean => recall('slash') !== 'off';

/** A law with n as somebody counts it, or what n counts. */
export interface Counted {
  /** What n counts: programs have n. */
  readonly steps?: Steps;
  readonly latex: string;
  /** As it is shown: `u(n) = n^2`. */
  readonly text: string;
  readonly words: readonly string[];
  /** The number of the first term in it, where that is not the one that was asked for. */
  readonly from?: number;
}

export class Session {
  readonly #engine: Engine;
  #asked = new AbortController();
  #takeUpdate: (() => void) | undefined;
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

  /** Once the first answer is there with all that it waits for, or nothing was asked. */
  get atRest(): Promise<void> {
    const isBusy = (): boolean =>
      this.store.value.phase === 'looking' ||
      isPending(this.store.value) ||
      (this.store.value.device === undefined && this.store.value.engineFailure === undefined);
    return new Promise((resolve) => {
      if (!isBusy()) return resolve();
      const leave = this.store.subscribe(() => {
        if (isBusy()) return;
        leave();
        resolve();
      });
    });
  }

  /** A newer version of the page is here; `take` uses it. */
  offerUpdate(take: () => void): void {
    this.#takeUpdate = take;
    this.store.set({ hasUpdate: true });
  }

  update(): void {
    this.#takeUpdate?.();
  }

  /** The engine, for what is not a search. */
  get ansatz(): ReturnType<Engine['get']> {
    return this.#engine.get();
  }

  /** Begins with what the page opened with. */
  start(): void {
    this.#engine.get().catch((error: unknown) => this.#fail(this.store.value.settings, error));
    void this.#ask(this.store.value.settings, 0, 0);
  }

  /** Something was typed or set. */
  change(change: Partial<Settings>): void {
    const before = this.store.value.settings;
    const changed = { ...before, ...change };
    const isSame = questionOf({ ...changed, holdOut: before.holdOut }) === questionOf(before);
    const settings = isSame ? changed : asked(changed);
    this.#write(settings);
    this.#take(settings, TYPING_MS, PATIENCE_MS);
  }

  /** Another text: how commas and columns were read is a matter of the text before. */
  enter(text: string): void {
    this.change({ text, commas: undefined, column: undefined });
  }

  /** A file was dropped or chosen. */
  async readFile(file: File): Promise<void> {
    try {
      this.enter(await textOf(file));
      document.getElementById('sequence')?.scrollIntoView({ block: 'center' });
    } catch (error) {
      const is = error instanceof Unreadable ? error.is : 'unread';
      const problem = { code: 'bad-file', reason: { kind: 'file', is } } as const;
      this.#asked.abort();
      this.store.set({ phase: 'failed', problem, found: undefined });
    }
  }

  /** Whether a link can have all that was asked in it. */
  get fitsAddress(): boolean {
    return toHash(this.store.value.settings).length <= LONGEST_ADDRESS;
  }

  /** A law as somebody counts; undefined if that cannot be had. */
  async counted(candidate: Candidate, counting: Counting): Promise<Counted | undefined> {
    const { first, ahead, steps } = counting;
    const stepped = steps && (await this.#stepped(candidate, steps));
    return (
      stepped ?? (isPlain({ first, ahead }) ? undefined : this.#shifted(candidate, first, ahead))
    );
  }

  /** A law in what its n counts. */
  async #stepped(
    { law, zeros, formulaPrefix }: Candidate,
    steps: Steps,
  ): Promise<Counted | undefined> {
    const formula = steppedFormula(law.formula, steps);
    if (formula === undefined) return undefined;
    try {
      const ansatz = await this.#engine.get();
      // What n counts need not be whole.
      const start = { initial: law.initial, zeros, domain: 'float' } as const;
      const { simplified } = await ansatz.law(formula, start).explain();
      const latex = await ansatz.law(simplified, start).render('latex');
      const text = steppedText(equationOf({ formula: simplified }), steps);
      return { latex: steppedLatex(latex, steps), text, words: formulaPrefix, steps };
    } catch {
      return undefined;
    }
  }

  /** A law as it is if its first term has another index than 1; undefined if that cannot be had. */
  async #shifted(
    { law, zeros }: Candidate,
    first: number,
    ahead: boolean,
  ): Promise<Counted | undefined> {
    const formula = shiftedFormula(law.formula, 1 - first);
    if (formula === undefined) return undefined;
    try {
      const ansatz = await this.#engine.get();
      const { initial, domain } = law;
      const write = async (formula: string): Promise<Counted> => {
        const { simplified } = await ansatz.law(formula, { initial, zeros, domain }).explain();
        const moved = ansatz.law(simplified, { initial, zeros, domain });
        const [latex, { formula: text, prefix }] = await Promise.all([
          moved.render('latex'),
          moved.explain(),
        ]);
        const started = shiftedStart(latex, first - 1);
        return { latex: started, text: equationOf({ formula: text }), words: prefix };
      };
      const counted = await write(formula);
      const further = ahead ? shiftedFormula(law.formula, 2 - first) : undefined;
      if (further === undefined) return counted;
      const { latex, text } = await write(further);
      // What is computed term by term stays the law of u(n).
      return { latex: aheadOf(latex), text: aheadOf(text), words: counted.words };
    } catch {
      return undefined;
    }
  }

  /** Asks without delay: Enter. */
  submit(): void {
    const { settings } = this.store.value;
    this.#settle(settings);
    void this.#ask(settings, 0, 0);
  }

  /** Shows what was found until now. */
  stop(): void {
    const { phase, found } = this.store.value;
    if (phase !== 'looking') return;
    this.#asked.abort();
    // What is there of other terms is no answer to these.
    const kept = found && !isStale(this.store.value) ? asAnswer(found) : undefined;
    this.store.set({ phase: 'stopped', found: kept });
  }

  /** Shows a candidate large; the answer, if it is none in particular. */
  choose(formula: string): void {
    const { found } = this.store.value;
    this.change({ law: found?.best?.formula === formula ? undefined : formula });
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

  setSlash(slash: boolean): void {
    keep('slash', slash ? undefined : 'off');
    this.store.set({ slash });
  }

  /** The address has changed: a link, back or forward. */
  #follow(): void {
    const settings = fromHash(location.hash) ?? DEFAULTS;
    if (toHash(settings) === toHash(this.store.value.settings)) return;
    this.#isSettled = true;
    this.#take(settings, 0, 0);
  }

  /** Takes new settings: as little is done again as they ask for. */
  #take(settings: Settings, delay: number, patience: number): void {
    const before = this.store.value.settings;
    if (searchOf(settings) !== searchOf(before)) {
      const { phase, found } = this.store.value;
      const isSame = searchOf({ ...settings, holdOut: before.holdOut }) === searchOf(before);
      const isOver = phase === 'done' || phase === 'stopped';
      if (isSame && isOver && found && canHide(found, settings)) void this.#hide(settings);
      else void this.#ask(settings, delay, patience);
    } else if (settings.next === before.next) this.store.set({ settings });
    else if (this.#isAnswered()) void this.#continue(settings);
    else void this.#ask(settings, delay, patience);
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

  /** Other terms are hidden: the laws that were found are run on what is left. */
  async #hide(settings: Settings): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.store.set({ settings });
    try {
      const ansatz = await this.#engine.get();
      const { found } = this.store.value;
      const run = found && (await withHidden(ansatz, found, settings, signal));
      if (signal.aborted) return;
      if (!run) return void this.#ask(settings, 0, 0);
      this.store.set({ found: run });
      await pause(SETTLED_MS, signal);
      this.#settle(settings);
    } catch {
      if (!signal.aborted) void this.#ask(settings, 0, 0);
    }
  }

  async #ask(settings: Settings, delay: number, patience: number): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.store.set({ settings });
    if (settings.text.trim() === '') {
      this.store.set({ phase: 'empty', found: undefined, problem: undefined });
      return;
    }
    const wasStopped = this.store.value.phase === 'stopped';
    this.store.set({ phase: 'looking' });
    try {
      await pause(delay, signal);
      const ansatz = await this.#engine.get();
      signal.throwIfAborted();
      const { found } = this.store.value;
      await search(ansatz, settings, {
        signal,
        patience,
        // What was stopped is not to be taken for an answer.
        known: isKnown(found, settings) && !wasStopped ? found : undefined,
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
      const code = error instanceof AnsatzError ? error.code : 'internal';
      const status = error instanceof DownloadError ? error.status : undefined;
      const failure: Failure = { code, ...(status !== undefined && { status }) };
      const hasStarted = this.store.value.device !== undefined;
      this.store.set({
        phase: 'failed',
        problem: hasStarted ? failure : undefined,
        engineFailure: hasStarted ? undefined : failure,
      });
      return;
    }
    const { code, reason, span } = error;
    // What can be hidden of one sequence may be too much of a shorter one.
    if (code === 'bad-options' && settings.holdOut > 0) {
      return this.#ask({ ...settings, holdOut: 0 }, 0, 0);
    }
    const problem: Problem = { code, ...(reason && { reason }), ...(span && { span }) };
    this.store.set({ phase: 'failed', problem, found: undefined });
  }

  /** Whoever types changes one entry of the history; what has stood stays in it. */
  #write(settings: Settings): void {
    const full = toHash(settings);
    const hash = full.length > LONGEST_ADDRESS ? toHash({ ...settings, text: '' }) : full;
    if (this.#isSettled) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
    this.#isSettled = false;
  }

  #settle(settings: Settings): void {
    this.#isSettled = true;
    const { found, problem } = this.store.value;
    if (problem || !found || !fromHash(location.hash)?.text) return;
    this.store.set({ recent: withRecent(this.store.value.recent, toHash(settings)) });
  }
}

/** Whether laws are written as the engine has them. */
export const isPlain = ({ first, ahead }: Pick<Counting, 'first' | 'ahead'>): boolean =>
  first === 1 && !ahead;

/** Whether a search has been at these terms, and hidden the same of them. */
const isKnown = (found: Found | undefined, settings: Settings): boolean =>
  found?.question === questionOf(settings) && !found.searched;

/** Settings for other terms: a law that was chosen for those before is not among theirs. */
const asked = (settings: Settings): Settings => ({ ...settings, law: undefined });

// What else could come next: the laws that were found, together by the term they predict. Arrows
// move, Enter shows one large.
import type { Candidate } from 'ansatz';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Formula, partsOf } from '../math';
import type { Session } from '../session';
import { type Counting, type Found, isFitting, lawOf } from '../state';
import { CANDIDATES, chance, shortened } from '../words';
import { useCounted } from './counted';
import { Tradeoff } from './tradeoff';

interface Props {
  found: Found;
  shown: Candidate | undefined;
  /** While a search goes on nothing is said of chances. */
  isPending: boolean;
  counting: Counting;
  session: Session | undefined;
  onChoose: (formula: string) => void;
  onPoint: (law: string | undefined) => void;
}

/** How many laws are seen at first. */
const FEW = 3;
/** How many terms each row shows. */
const TERMS = 6;

interface Group {
  /** The next term; undefined where there is none. Laws that miss terms are one group. */
  readonly next: string | undefined;
  readonly isExact: boolean;
  readonly laws: readonly Candidate[];
}

/** By next term, in the order in which they are first met; those that miss terms at the end. */
export function groupsOf(candidates: readonly Candidate[]): Group[] {
  const exact = new Map<string, Candidate[]>();
  const others: Candidate[] = [];
  for (const candidate of candidates) {
    if (!isFitting(candidate)) {
      others.push(candidate);
      continue;
    }
    // Of measured terms a few digits are as much as one can tell apart.
    const next = shortened(candidate.next[0] ?? '', candidate.noise ? 3 : undefined);
    exact.set(next, [...(exact.get(next) ?? []), candidate]);
  }
  return [
    ...[...exact].map(([next, laws]) => ({ next: next || undefined, isExact: true, laws })),
    ...(others.length > 0 ? [{ next: undefined, isExact: false, laws: others }] : []),
  ];
}

export function Candidates(props: Props) {
  const { found, shown, isPending, counting, session, onChoose, onPoint } = props;
  const { candidates } = found;
  const [isWhole, setWhole] = useState(false);
  useEffect(() => setWhole(false), [found.question]);
  if (candidates.length === 0) return null;
  const groups = groupsOf(candidates);
  const focusable = shown && candidates.includes(shown) ? shown : candidates[0];
  // A law of every next term comes first: what differs is worth more than what is the same.
  const first = groups.filter(({ isExact }) => isExact).flatMap(({ laws }) => laws.slice(0, 1));
  const order = [...new Set([...first, ...groups.flatMap(({ laws }) => laws)])];
  // Beside laws that fit, those that do not are nothing to begin with.
  const few = order.filter((law) => first.length === 0 || isFitting(law));
  const seen = new Set(isWhole ? order : few.slice(0, FEW));
  if (shown && candidates.includes(shown)) seen.add(shown);
  const left = order.length - seen.size;
  return (
    <section aria-labelledby="candidates-title" id="candidates">
      <h2 id="candidates-title">{CANDIDATES.title}</h2>
      <Tradeoff found={found} shown={shown} onChoose={onChoose} />
      <div class="groups">
        {groups.map(({ next, isExact, laws }) => {
          const rows = laws.filter((law) => seen.has(law));
          if (rows.length === 0) return null;
          return (
            <div class="group" key={next ?? (isExact ? 'end' : 'misses')} data-next={next}>
              <h3>
                {isExact ? (
                  <>
                    <strong>{next ?? CANDIDATES.none}</strong> {CANDIDATES.by(laws.length)}
                  </>
                ) : (
                  CANDIDATES.misses(laws.length)
                )}
              </h3>
              <ul>
                {rows.map((candidate) => (
                  <Row
                    key={lawOf(candidate)}
                    candidate={candidate}
                    heldOut={found.heldOut}
                    isShown={candidate === shown}
                    isPending={isPending}
                    counting={counting}
                    session={session}
                    isFocusable={candidate === focusable}
                    onChoose={onChoose}
                    onPoint={onPoint}
                  />
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      {(left > 0 || isWhole) && (
        <p>
          <button
            type="button"
            id="more"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? CANDIDATES.fewer : CANDIDATES.more(left)}
          </button>
        </p>
      )}
    </section>
  );
}

interface RowProps
  extends Pick<Props, 'onChoose' | 'onPoint' | 'isPending' | 'counting' | 'session'> {
  candidate: Candidate;
  heldOut: number;
  isShown: boolean;
  isFocusable: boolean;
}

function Row(props: RowProps) {
  const { candidate, heldOut, isShown, isPending, isFocusable, onChoose, onPoint } = props;
  const law = lawOf(candidate);
  const counted = useCounted(props.counting, candidate, props.session);
  const share = isPending ? '' : chance(candidate);
  const next = candidate.next.slice(0, TERMS).map((term) => shortened(term, 6));
  return (
    <li
      aria-current={isShown || undefined}
      onMouseEnter={() => onPoint(law)}
      onMouseLeave={() => onPoint(undefined)}
    >
      <button
        type="button"
        class="row"
        tabIndex={isFocusable ? 0 : -1}
        aria-pressed={isShown}
        onClick={() => onChoose(candidate.formula)}
        onKeyDown={moveBetweenRows}
        onFocus={() => onPoint(law)}
        onBlur={() => onPoint(undefined)}
      >
        <span class="row-law">
          {counted && (
            <>
              <span class="hidden">{counted.text}</span>
              <Fitting key={counted.latex} latex={partsOf(counted.latex).law} text={counted.text} />
            </>
          )}
        </span>
        <span class="row-next">
          {CANDIDATES.next} {next.length > 0 ? `${next.join(', ')}, …` : CANDIDATES.none}
        </span>
        <span class="row-more">
          {share && <span class="share">{CANDIDATES.chance(share)}</span>}
          {heldOut > 0 && <span>{CANDIDATES.hidden(candidate.heldOutRight ?? 0, heldOut)}</span>}
          <span class="finders">
            {CANDIDATES.finders}: {candidate.foundBy.join(', ')}
          </span>
        </span>
      </button>
    </li>
  );
}

/** A law typeset where there is room; else as text, which goes on in the next line. */
function Fitting({ latex, text }: { latex: string; text: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const needed = useRef(0);
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const look = (): void => {
      const math = element.querySelector('.math');
      if (math) needed.current = math.getBoundingClientRect().width;
      setWide(needed.current > element.clientWidth + 1);
    };
    const watch = new ResizeObserver(look);
    watch.observe(element);
    // It is typeset when the typesetter has come.
    const changes = new MutationObserver(look);
    changes.observe(element, { childList: true, subtree: true });
    look();
    return () => {
      watch.disconnect();
      changes.disconnect();
    };
  }, []);
  return (
    <span aria-hidden="true" class="fitting" ref={place}>
      {isWide ? <code>{text}</code> : <Formula latex={latex} text={text} />}
    </span>
  );
}

function moveBetweenRows(event: KeyboardEvent): void {
  const rows = [...document.querySelectorAll<HTMLButtonElement>('#candidates button.row')];
  const at = rows.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  rows[Math.min(Math.max(to, 0), rows.length - 1)]?.focus();
}

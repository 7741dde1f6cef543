// The expression tree of a law.
import { INSIDE } from '../words';
import { layOut } from './layout';

const SIGNS: Record<string, string> = {
  add: '+',
  sub: '−',
  mul: '×',
  div: '÷',
  idiv: '//',
  mod: 'mod',
  sqr: 'x²',
  sqrt: '√',
  inv: '1/x',
  abs: '|x|',
  pi: 'π',
  euler_gamma: 'γ',
  // Signs by themselves: digits follow.
  '+': '+…',
  '-': '−…',
};

/** A word as people write it: `u2` is the term before the last. */
export const sign = (word: string): string =>
  SIGNS[word] ?? word.replace(/^u(\d+)$/, 'u(n−$1)').replace(/^-/, '−');

const STEP_X = 76;
const STEP_Y = 56;

export function Tree({ words }: { words: readonly string[] }) {
  const places = layOut(words);
  const width = (Math.max(...places.map(({ x }) => x)) + 1) * STEP_X;
  const height = (Math.max(...places.map(({ y }) => y)) + 1) * STEP_Y;
  const at = ({ x, y }: { x: number; y: number }): [number, number] => [
    (x + 0.5) * STEP_X,
    (y + 0.5) * STEP_Y,
  ];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={INSIDE.treeLabel}>
      <svg
        class="tree"
        id="tree"
        role="img"
        aria-label={INSIDE.inPrefixOrder(words)}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        {places.map((place, index) => {
          const parent = place.parent === undefined ? undefined : places[place.parent];
          if (!parent) return null;
          const [x1, y1] = at(parent);
          const [x2, y2] = at(place);
          return <line key={index} x1={x1} y1={y1} x2={x2} y2={y2} />;
        })}
        {places.map((place, index) => {
          const [x, y] = at(place);
          const label = sign(place.word);
          const half = Math.max(17, label.length * 4.6 + 8);
          const isLeaf = !places.some(({ parent }) => parent === index);
          return (
            <g key={index} class={isLeaf ? 'leaf' : 'operator'}>
              <rect x={x - half} y={y - 15} width={half * 2} height={30} rx={isLeaf ? 4 : 15} />
              <text x={x} y={y}>
                {label}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

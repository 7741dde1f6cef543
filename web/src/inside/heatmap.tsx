// A matrix as squares of ink.
import { useEffect, useRef, useState } from 'preact/hooks';

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Props {
  matrix: readonly (readonly number[])[];
  /** What 0 and full ink stand for. */
  range: readonly [number, number];
  /** Without one it only decorates what is labelled otherwise. */
  label?: string;
  rows?: readonly string[];
  columns?: readonly string[];
  /** The side of a square in pixels; without one it is as wide as its place. */
  cell?: number;
}

export function Heatmap({ matrix, range, label, rows, columns, cell = 4 }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [reading, setReading] = useState('');
  const [height, width] = [matrix.length, matrix[0]?.length ?? 0];
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !canvas.current) return;
    const ink = getComputedStyle(canvas.current).color;
    context.clearRect(0, 0, width, height);
    context.fillStyle = ink;
    const [low, high] = range;
    for (const [y, row] of matrix.entries()) {
      for (const [x, value] of row.entries()) {
        context.globalAlpha = Math.min(Math.max((value - low) / (high - low || 1), 0), 1);
        context.fillRect(x, y, 1, 1);
      }
    }
  }, [matrix, range[0], range[1]]);
  const at = useRef<[number, number]>([-1, -1]);
  const read = (x: number, y: number): void => {
    const value = matrix[y]?.[x];
    if (value === undefined || !rows || !columns) return;
    at.current = [x, y];
    setReading(`${rows[y] ?? ''} → ${columns[x] ?? ''}: ${value.toFixed(2)}`);
  };
  /** A mouse points, a finger taps. */
  const point = (event: PointerEvent): void => {
    const box = (event.currentTarget as HTMLCanvasElement).getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * width);
    read(x, Math.floor(((event.clientY - box.top) / box.height) * height));
  };
  /** Arrows go from square to square. */
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const go = (from: number, by: number, many: number): number =>
      Math.min(Math.max(from + by, 0), many - 1);
    read(go(at.current[0], step[0], width), go(at.current[1], step[1], height));
  };
  useEffect(() => {
    at.current = [-1, -1];
    setReading('');
  }, [matrix]);
  // Smaller ones would lie over each other.
  const hasRoom = cell >= 12 && rows !== undefined && columns !== undefined;
  return (
    <figure class={hasRoom ? 'heatmap labelled' : 'heatmap'}>
      {hasRoom && <Labels texts={columns} kind="columns" cell={cell} />}
      {hasRoom && <Labels texts={rows} kind="rows" cell={cell} />}
      <canvas
        ref={canvas}
        width={width}
        height={height}
        style={{ width: `${width * cell}px`, height: `${height * cell}px` }}
        {...(label ? { role: 'img' as const, 'aria-label': label } : { 'aria-hidden': true })}
        {...(rows &&
          columns && { tabIndex: 0, onPointerMove: point, onPointerDown: point, onKeyDown: move })}
      />
      {rows && columns && <figcaption>{reading || label}</figcaption>}
    </figure>
  );
}

/** What stands at the sides, one beside each square; pointing at a square says it too. */
function Labels({ texts, kind, cell }: { texts: readonly string[]; kind: string; cell: number }) {
  const size = { [kind === 'rows' ? 'height' : 'width']: `${cell}px` };
  return (
    <div class={`labels ${kind}`} aria-hidden="true">
      {texts.map((text, index) => (
        <span key={index} style={size}>
          {text.length > 8 ? `${text.slice(0, 7)}…` : text}
        </span>
      ))}
    </div>
  );
}

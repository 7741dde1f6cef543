// Where the network looks: all heads small, one of them large.
import type { Inside } from 'ansatz';
import { useState } from 'preact/hooks';
import { INSIDE } from '../words';
import { Heatmap } from './heatmap';
import { sign } from './tree';

/** Rows sum to 1; half of it on one place is already strong. */
const RANGE = [0, 0.5] as const;
const LARGE = 360;

export function Attention({ seen }: { seen: Inside }) {
  return (
    <section aria-labelledby="attention-title" id="attention">
      <h3 id="attention-title">{INSIDE.attention}</h3>
      <p class="quiet">{INSIDE.attentionWords}</p>
      <Maps kind="encoder" maps={seen.encoder} rows={seen.inputs} columns={seen.inputs} />
      {seen.outputs.length > 0 && (
        <Maps kind="cross" maps={seen.cross} rows={seen.outputs.map(sign)} columns={seen.inputs} />
      )}
    </section>
  );
}

interface MapsProps {
  kind: keyof typeof INSIDE.kinds;
  maps: Inside['encoder'];
  rows: readonly string[];
  columns: readonly string[];
}

function Maps({ kind, maps, rows, columns }: MapsProps) {
  const [[layer, head], setPicked] = useState([0, 0]);
  const picked = maps[layer]?.[head] ?? [];
  const name = INSIDE.head(layer, head);
  const cell = Math.max(4, Math.min(22, Math.floor(LARGE / Math.max(rows.length, columns.length))));
  return (
    <div class="maps" data-kind={kind}>
      <h4>{INSIDE.kinds[kind]}</h4>
      <div class="maps-row">
        <div class="heads">
          {maps.map((heads, atLayer) => (
            <div key={atLayer} class="layer">
              {heads.map((map, atHead) => (
                <button
                  key={atHead}
                  type="button"
                  aria-pressed={atLayer === layer && atHead === head}
                  aria-label={INSIDE.head(atLayer, atHead)}
                  onClick={() => setPicked([atLayer, atHead])}
                >
                  <Heatmap
                    matrix={map}
                    range={RANGE}
                    cell={Math.min(4, 48 / Math.max(rows.length, columns.length))}
                  />
                </button>
              ))}
            </div>
          ))}
        </div>
        <Heatmap
          matrix={picked}
          range={RANGE}
          label={`${INSIDE.kinds[kind]}, ${name}`}
          rows={rows}
          columns={columns}
          cell={cell}
        />
      </div>
    </div>
  );
}

// Runs in Node when the page is built: asks the package about the example and paints its answer.
import { load } from 'ansatz';
import { render } from 'preact-render-to-string';
import { App } from './app';
import { allTypeset, loadTypesetter } from './math';
import { foundIn, optionsOf } from './search';
import { EXAMPLE } from './settings';
import { type FirstPaint, initialState } from './start';
import { Store } from './state';

/** Enough to see what the list is. */
const CANDIDATES = 4;

export async function paint(): Promise<{ html: string; state: string }> {
  const ansatz = await load();
  try {
    const result = await ansatz.predict(EXAMPLE.text, {
      ...optionsOf(EXAMPLE),
      network: 'wait',
      candidates: CANDIDATES,
    });
    if (!result.best) throw new Error(`no law was found for the example ${EXAMPLE.text}`);
    const found = foundIn(result, undefined);
    await loadTypesetter();
    const html = render(<App store={new Store(initialState(EXAMPLE, found))} />);
    const painted: FirstPaint = { found, typeset: allTypeset() };
    return { html, state: JSON.stringify(painted).replaceAll('<', '\\u003c') };
  } finally {
    await ansatz.dispose();
  }
}

// Runs in Node when the page is built: paints the beginning, with the example that it shows
// answered by the package.
import { load } from 'ansatz';
import { render } from 'preact-render-to-string';
import { App } from './app';
import { allTypeset, loadTypesetter } from './math';
import { foundIn, optionsOf } from './search';
import { EXAMPLE } from './settings';
import { type FirstPaint, initialState } from './start';
import { Store } from './state';

export async function paint(): Promise<{ html: string; state: string }> {
  const ansatz = await load();
  try {
    const result = await ansatz.predict(EXAMPLE.text, {
      ...optionsOf(EXAMPLE),
      network: 'wait',
      candidates: 1,
    });
    if (!result.best) throw new Error(`no law was found for the example ${EXAMPLE.text}`);
    const example = foundIn(result, EXAMPLE, undefined);
    await loadTypesetter();
    const html = render(<App store={new Store(initialState())} example={example} />);
    const painted: FirstPaint = { example, typeset: allTypeset() };
    return { html, state: JSON.stringify(painted).replaceAll('<', '\\u003c') };
  } finally {
    await ansatz.dispose();
  }
}

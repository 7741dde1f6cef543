// What the page begins with, in the browser and in the first paint.
import { DEFAULTS, type Settings } from './settings';
import type { Found, State } from './state';

/** What was painted when the page was built. */
export interface FirstPaint {
  /** The answer to the example, as the package gave it. */
  readonly example: Found;
  readonly typeset: readonly (readonly [string, string])[];
}

export const initialState = (settings: Settings = DEFAULTS): State => ({
  settings,
  phase: settings.text === '' ? 'empty' : 'looking',
  found: undefined,
  problem: undefined,
  network: { kind: 'waiting' },
  device: undefined,
  deviceChoice: 'auto',
  engineFailure: undefined,
  recent: [],
  theme: 'auto',
  slash: true,
  hasUpdate: false,
});

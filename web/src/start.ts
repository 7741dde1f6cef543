// What the page begins with, in the browser and in the first paint.
import { DEFAULTS, type Settings } from './settings';
import type { Found, State } from './state';

/** What was painted when the page was built. */
export interface FirstPaint {
  readonly found: Found;
  readonly typeset: readonly (readonly [string, string])[];
}

export const initialState = (settings: Settings = DEFAULTS, found?: Found): State => ({
  settings,
  phase: 'looking',
  found,
  problem: undefined,
  chosen: undefined,
  network: { kind: 'waiting' },
  device: undefined,
  deviceChoice: 'auto',
  engineFailure: undefined,
  recent: [],
  theme: 'auto',
});

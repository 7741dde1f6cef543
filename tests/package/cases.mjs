// Everything that is the same in Node and in a browser.
import { cases as behaviour } from './behaviour.mjs';
import { cases as hostile } from './hostile.mjs';
import { cases as streams } from './streams.mjs';

export const cases = { ...behaviour, ...hostile, ...streams };

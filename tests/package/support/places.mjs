// Where things are.
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
export const packageUrl = new URL('pkg/', root);
export const packageFolder = fileURLToPath(packageUrl);
export const testsFolder = fileURLToPath(new URL('..', import.meta.url));

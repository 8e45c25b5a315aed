// @ts-check
import { fileURLToPath } from 'node:url';
import { tool } from './project.mjs';
import { runNode, say } from './run.mjs';

/** @typedef {{ name: string, args: readonly string[] }} Check one thing that either holds or does not */

/** @type {readonly Check[]} */
export const lintChecks = [
  {
    name: 'format and lint',
    args: [tool('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '.'],
  },
  { name: 'architecture', args: ['scripts/lint/architecture.mjs'] },
  { name: 'translations', args: ['scripts/lint/translations.mjs'] },
  { name: 'citations', args: ['scripts/lint/citations.mjs'] },
];

/** @type {readonly Check[]} */
export const typeChecks = ['.', 'renderer', 'test/e2e'].map((project) => ({
  name: `types of ${project}`,
  // Threads check a part of what they share each anew, and two projects are checked at once as it is.
  args: [tool('typescript/bin/tsc'), '--singleThreaded', '-p', project],
}));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, args } of [...lintChecks, ...typeChecks]) {
    const code = await runNode(args);
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
    if (code !== 0) process.exitCode = 1;
  }
}

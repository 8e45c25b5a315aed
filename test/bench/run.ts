/**
 * `npm run bench -- NAME …`: measurements against bars, each a module of this folder that is named after it.
 * Never timed tests.
 */
import { readdirSync } from 'node:fs';

/**
 * A measurement: what follows its name on the command line goes in, an exit code comes out; 1 when a bar is
 * missed.
 */
export type Bench = (options: readonly string[]) => Promise<number>;

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

const [name = '', ...options] = process.argv.slice(2);
if (names.includes(name)) {
  const { bench }: { bench: Bench } = await import(`./${name}.ts`);
  process.exitCode = await bench(options);
} else {
  console.error(`npm run bench -- ${names.join(' | ')}`);
  process.exitCode = 2;
}

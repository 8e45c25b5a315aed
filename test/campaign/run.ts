/** `npm run campaign -- NAME …`: the long trials, each a module of this folder that is named after it. */
import { readdirSync } from 'node:fs';

/** A campaign: what follows its name on the command line goes in, an exit code comes out. */
export type Campaign = (options: readonly string[]) => Promise<number>;

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

const [name = '', ...options] = process.argv.slice(2);
if (names.includes(name)) {
  const { campaign }: { campaign: Campaign } = await import(`./${name}.ts`);
  process.exitCode = await campaign(options);
} else {
  console.error(`npm run campaign -- ${names.join(' | ')}`);
  process.exitCode = 2;
}

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../../docs/figures.md');
const head =
  '# Figures\n\nEach table is written by the command above it, with the machine and the state that it was seen on.\n';

/** The figures with one command's table in the place of its earlier one, or behind the others. */
export function withTable(figures: string, command: string, table: string): string {
  const title = `## \`${command}\``;
  const sections = (figures === '' ? head : figures).split(/\n(?=## )/).map((section) => section.trimEnd());
  const mine = `${title}\n\n${table.trimEnd()}`;
  const index = sections.findIndex((section) => section.split('\n')[0] === title);
  const all = index < 0 ? [...sections, mine] : sections.with(index, mine);
  return `${all.join('\n\n')}\n`;
}

/** Writes what a command has measured into `docs/figures.md`, below the machine and the commit. */
export function writeFigures(command: string, table: string): void {
  const figures = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, withTable(figures, command, `${machine()}\n\n${table}`));
}

function machine(): string {
  const [first] = cpus();
  const gib = Math.round(totalmem() / 2 ** 30);
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  const commit = `${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`;
  return `Commit ${commit}; ${type()} ${release()}, ${cpus().length} × ${first?.model.trim()}, ${gib} GiB, Node ${process.versions.node}.`;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { cli } from '../support/app/run-cli.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['docs', 'docs/decisions', 'docs/design'];
const documents = ['README.md', 'CONTRIBUTING.md', ...folders.flatMap(pagesIn)].map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

function pagesIn(folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  return names.map((name) => `${folder}/${name}`);
}

/** Commands as documents show them: lines of blocks, and what stands between backquotes. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'));
  const rest = text.replace(/^```.*?^```/gms, '');
  return [
    ...blocks,
    ...Array.from(rest.matchAll(/`([^`]+)`/g), ([, code = '']) => code.replace(/\s+/g, ' ')),
  ];
}

/** The words of a command line: a shell takes them apart at blanks outside of quotes. */
function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/(?:[^\s"]|"[^"]*")+/g), ([word]) => word.replaceAll('"', ''));
}

const ofTerminal = /^(?:npm run --silent cli --|Carpeta --cli(?: --)?) (.*?)(?: +#.*)?$/;
const shown = documents.flatMap(({ path, text }) =>
  codeIn(text).flatMap((line) => {
    const [, command] = ofTerminal.exec(line.trim()) ?? [];
    return command === undefined ? [] : [{ path, command }];
  }),
);

/** What is not run as it stands, and why. */
const exceptions: readonly [is: RegExp, reason: string][] = [
  [/--connection "?Agencia/, 'a real agency, whose key nobody has here'],
  [/…/, 'the rest is for the reader to write'],
  [/^practice$/, 'runs until it is ended: test/unit/electron/cli/commands/practice.test.ts ends it'],
];
const isRun = ({ command }: { command: string }) => !exceptions.some(([is]) => is.test(command));

describe('commands of the terminal that documents show', () => {
  const before = process.cwd();
  let home = '';
  beforeAll(() => {
    // The folder that commands name is where they are typed.
    process.chdir(temporaryFolder('commands'));
    home = temporaryFolder('commands-home');
    // The dates that are shown lie in the practice agency's two years.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T15:00:00Z') });
  });
  afterAll(() => {
    vi.useRealTimers();
    process.chdir(before);
  });

  it('are more than a few, and each exception is one that is shown', () => {
    expect(shown.filter(isRun).length).toBeGreaterThan(5);
    expect(exceptions.filter(([is]) => !shown.some(({ command }) => is.test(command)))).toEqual([]);
  });

  it.each(shown.filter(isRun))('$command of $path ends with 0, as it stands there', async ({ command }) => {
    const words = wordsOf(command);
    const { code, stdout, stderr } = await cli(words, { env: { CARPETA_HOME: home } });
    expect([code, stderr.includes('No se encontró ningún documento')]).toEqual([0, false]);
    expect(stdout + stderr).not.toBe('');
  });

  it('lists as many clients of the practice agency as the first page says', async () => {
    const [, count] = /the practice agency's (\d+) clients/.exec(documents[0]?.text ?? '') ?? [];
    const { events } = await cli(['clients', '--json'], { env: { CARPETA_HOME: home } });
    expect(events.at(-1)).toEqual({ event: 'done', clients: Number(count) });
  });

  it('has a line in the first page’s table for each command that help shows, and for no other', async () => {
    const { stdout } = await cli(['help', '--lang', 'en']);
    const helped = Array.from(stdout.matchAll(/^ {2}([a-z]+) {2,}/gm), ([, name]) => name);
    const [, table = ''] =
      /^\| command \| does \|\n\|---\|---\|\n((?:\|.*\n)+)/m.exec(documents[0]?.text ?? '') ?? [];
    const named = table
      .split('\n')
      .flatMap((row) => Array.from((row.split(' | ')[0] ?? '').matchAll(/`([a-z]+)/g), ([, name]) => name));
    expect(named.sort()).toEqual(helped.sort());
  });
});

describe('scripts that documents name', () => {
  const named = documents.flatMap(({ path, text }) =>
    codeIn(text).flatMap((code) => {
      const [, run, plain] = /^npm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/.exec(code.trim()) ?? [];
      const script = run ?? plain;
      return script === undefined ? [] : [{ path, script }];
    }),
  );

  it('are those of package.json', () => {
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ script }) => !(script in packageJson.scripts))).toEqual([]);
  });
});

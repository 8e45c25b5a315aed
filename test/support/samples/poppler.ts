import { execFileSync, spawnSync } from 'node:child_process';

/** Why documents cannot be opened by a second reader here. */
export const noPoppler =
  spawnSync('pdfinfo', ['-v']).error !== undefined &&
  'poppler-utils is not installed: papers are not opened by a second reader';

/** Such a call stops everything else: one that does not end must fail by itself. */
const limit = { timeout: 60_000, killSignal: 'SIGKILL' } as const;

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, {
    ...limit,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** How many pages pdfinfo counts; throws when it complains of the file. */
export function pagesOf(path: string): number {
  const { stdout, stderr, status } = spawnSync('pdfinfo', [path], { ...limit, encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`pdfinfo: ${stderr}`);
  return Number(/^Pages:\s+(\d+)/m.exec(stdout)?.[1]);
}

/** The text of each page, as pdftotext reads it. */
export function textsOf(path: string): string[] {
  const { stdout, stderr } = spawnSync('pdftotext', ['-layout', path, '-'], {
    ...limit,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (stderr !== '') throw new Error(`pdftotext: ${stderr}`);
  return stdout.split('\f').slice(0, -1);
}

/** Bookmarks as pdftohtml lists them, in their order, each with its depth and page. */
export function bookmarksOf(path: string): { title: string; page: number; depth: number }[] {
  const xml = run('pdftohtml', ['-xml', '-i', '-stdout', path]);
  const outline = xml.slice(xml.indexOf('<outline>'));
  let depth = 0;
  return [...outline.matchAll(/<(\/?)outline>|<item page="(\d+)">([^<]*)<\/item>/g)].flatMap(
    ([tag, , page, title]) => {
      if (tag === '<outline>') depth += 1;
      else if (tag === '</outline>') depth -= 1;
      else return [{ title: unescaped(title ?? ''), page: Number(page), depth }];
      return [];
    },
  );
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#34;', '"')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../project.mjs';
import { say } from '../run.mjs';
import { lineAt, readSources } from './source-files.mjs';

/** Where the pages about the service stand; a comment cites them by name, and a heading behind a comma. */
const folder = 'docs/service';
const servicePages = new Set(['api.md', 'names.md', 'reading.md']);
/** What plays Electron cites the pages of Electron's own repository. */
const citesElectron = /^test\/support\/electron\//;
const comments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g;
const citation = /([\w./-]*\b[\w-]+\.md)(?:, ([A-Z][^.;:)(`]*))?/g;

/**
 * The citations of a checkout's comments that lead to no page, or to no heading of its page.
 * @param {string} checkout
 * @returns {{ path: string, line: number, why: string }[]}
 */
export function deadCitations(checkout) {
  return readSources(checkout)
    .filter(({ path }) => !citesElectron.test(path))
    .flatMap((file) =>
      [...file.text.matchAll(comments)].flatMap((comment) => {
        const text = comment[0].replace(/\s*\n\s*(\*|\/\/)\s?/g, ' ');
        return [...text.matchAll(citation)].flatMap(([, cited = '', heading]) => {
          const why = whyDead(checkout, cited, heading?.trim());
          return why ? [{ path: file.path, line: lineAt(file, comment.index), why }] : [];
        });
      }),
    );
}

/**
 * @param {string} checkout
 * @param {string} cited
 * @param {string | undefined} heading
 */
function whyDead(checkout, cited, heading) {
  const path = servicePages.has(cited) ? `${folder}/${cited}` : cited;
  if (!path.startsWith('docs/')) return undefined;
  if (!existsSync(join(checkout, path))) return `there is no ${path}`;
  if (heading === undefined || !path.startsWith(`${folder}/`)) return undefined;
  const isThere = headingsOf(join(checkout, path)).some(
    (each) => each.startsWith(heading) || heading.startsWith(each),
  );
  return isThere ? undefined : `${path} has no heading "${heading}"`;
}

/** @param {string} path */
function headingsOf(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => /^#+ (.*)$/.exec(line)?.[1]?.replaceAll('`', '') ?? []);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dead = deadCitations(root);
  for (const { path, line, why } of dead) say(`${path}:${line} ${why}`);
  say(dead.length === 0 ? 'Every citation leads to its heading.' : `${dead.length} citations lead nowhere.`);
  process.exitCode = dead.length === 0 ? 0 : 1;
}

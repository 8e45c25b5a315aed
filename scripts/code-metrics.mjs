// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deadCitations } from './lint/citations.mjs';
import { inCircles } from './lint/import-cycles.mjs';
import { importsOf } from './lint/imports.mjs';
import { maxCommentColumns, wideCommentLines } from './lint/rules/comments.mjs';
import { retiredIn } from './lint/rules/names.mjs';
import { isProduct } from './lint/rules/source-paths.mjs';
import { lineAt, readSources, visitNodes } from './lint/source-files.mjs';
import { root } from './project.mjs';
import { say } from './run.mjs';

/** @typedef {import('./lint/source-files.mjs').SourceFile} SourceFile */

const maxFunctionLines = 80;
const smallFileLines = 20;
const largeFileLines = 350;

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * What the product's sources measure by: files, lines, long functions, circles of files, retired words in
 * names, wide comments, dead citations and the words of the documents.
 * @param {string} folder
 * @returns {Record<string, number>}
 */
export function measureSources(folder) {
  const files = readSources(folder).filter(({ path }) => isProduct(path));
  const lines = files.map(({ text }) => text.trimEnd().split('\n').length);
  return {
    files: files.length,
    lines: lines.reduce((sum, each) => sum + each, 0),
    [`files of at most ${smallFileLines} lines`]: lines.filter((each) => each <= smallFileLines).length,
    [`files of more than ${largeFileLines} lines`]: files.filter(isLarge).length,
    [`functions of more than ${maxFunctionLines} lines`]: files.flatMap(longFunctions).length,
    'files in a circle of imports': filesInCircles(folder, files).length,
    'retired names': files.flatMap(retiredNamesOf).length,
    [`comment lines of more than ${maxCommentColumns} columns`]: files.flatMap(wideComments).length,
    'citations without a target': deadCitations(folder).length,
    'words of the documents': wordsOfDocuments(folder),
  };
}

/**
 * A migration never changes, so that its length is no fault.
 * @param {SourceFile} file
 */
function isLarge({ path, text }) {
  const isMigration = path.startsWith('electron/database/migrations/');
  return !isMigration && text.trimEnd().split('\n').length > largeFileLines;
}

/** @param {SourceFile} file @returns {string[]} each with its position */
function retiredNamesOf(file) {
  return retiredIn(file).map(({ start, name }) => `${file.path}:${lineAt(file, start)} ${name}`);
}

/**
 * Files from which one comes back to them by following imports, types included.
 * @param {string} folder
 * @param {readonly SourceFile[]} files
 */
function filesInCircles(folder, files) {
  const edges = files.flatMap((file) =>
    importsOf(folder, file).flatMap(({ target }) =>
      target.kind === 'file' ? [{ path: file.path, to: target.path }] : [],
    ),
  );
  return [...new Set(inCircles(edges, (path) => path).map(({ path }) => path))];
}

/** @param {SourceFile} file @returns {string[]} each with its place and length */
function longFunctions(file) {
  /** @type {string[]} */
  const found = [];
  visitNodes(file.program, (node) => {
    if (!functionTypes.has(node.type)) return;
    const first = lineAt(file, node.start);
    const length = lineAt(file, Number(node['end'])) - first + 1;
    if (length > maxFunctionLines) found.push(`${file.path}:${first} ${length}`);
  });
  return found;
}

/** @param {SourceFile} file @returns {string[]} what the lint refuses of a file's comments */
function wideComments(file) {
  return wideCommentLines(file).map((start) => `${file.path}:${lineAt(file, start)}`);
}

/** @param {string} folder */
function wordsOfDocuments(folder) {
  const documents = ['README.md', 'CONTRIBUTING.md', 'docs'].flatMap((name) =>
    name.endsWith('.md')
      ? [name]
      : readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
          .filter((each) => each.endsWith('.md'))
          .map((each) => join(name, each)),
  );
  const texts = documents.map((path) => readFileSync(join(folder, path), 'utf8'));
  return texts.reduce((sum, text) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, count] of Object.entries(measureSources(root)))
    say(`${String(count).padStart(7)} ${name}`);
  if (process.argv.includes('--list')) {
    const files = readSources(root).filter(({ path }) => isProduct(path));
    const positions = [
      ...files.filter(isLarge).map(({ path }) => path),
      ...files.flatMap(longFunctions),
      ...filesInCircles(root, files),
      ...files.flatMap(retiredNamesOf),
      ...files.flatMap(wideComments),
    ];
    for (const position of positions) say(position);
  }
}

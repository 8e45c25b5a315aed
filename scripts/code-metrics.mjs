// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inCircles } from './lint/circles.mjs';
import { deadCitations } from './lint/citations.mjs';
import { importsOf } from './lint/imports.mjs';
import { storedNames } from './lint/retired-names.mjs';
import { maxCommentColumns, wideCommentLines } from './lint/rules/comments.mjs';
import { isProduct } from './lint/rules/places.mjs';
import { lineAt, readSources, walk } from './lint/source-files.mjs';
import { root } from './project.mjs';
import { say } from './run.mjs';

/** @typedef {import('./lint/source-files.mjs').SourceFile} SourceFile */

const maxFunctionLines = 80;
const smallFileLines = 20;
const largeFileLines = 350;

/**
 * Words of the names that the code had before it took the field's (docs/glossary.md). Not among them are
 * `fault`, as a fault is injected into the practice agency, and `words`, as a text to parse consists of them.
 */
const retiredWords = new Set(
  `acts anew asked asker beside blame breath breathe chase chases consequence converse deps desk doubt finalizer
  forgive gap gaps gathered given gone handover heard held holder holding kept lacking lacks lane leftover meant
  misbehave oddities paper papers parts patience piece pieces place places problem question rail refusal remembered
  rested room settle settled shelf sheet student studies sweep sweeps teller tidy told touched trouble understood
  unfinished untried viewing walk walks wanted`
    .trim()
    .split(/\s+/),
);

/** Names that keep such a word, by the reason why they cannot change; the count leaves them out. */
const fixedNames = new Map([
  [
    'stored as JSON, or a column of a stored list',
    'asked askedAt askedOf askedOn beside lacking papers question takesPapers',
  ],
  [
    'typed or read by others',
    'chase chases gaps handoverId handoverIds isAsked notUnderstood railWidth walks walksDone',
  ],
  ['a migration, which never changes', 'begunParts doubtOfTypes'],
  ['named by a library', 'allSettled formatToParts lineGap onSettled RenderProcessGoneDetails'],
]);
const isFixed = new Set([...fixedNames.values()].flatMap((names) => names.split(' ')));
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
    [`files of more than ${largeFileLines} lines`]: lines.filter((each) => each > largeFileLines).length,
    [`functions of more than ${maxFunctionLines} lines`]: files.flatMap(longFunctions).length,
    'files in a circle of imports': filesInCircles(folder, files).length,
    'identifiers with a retired word': files.flatMap(retiredIdentifiers).length,
    [`comment lines of more than ${maxCommentColumns} columns`]: files.flatMap(wideComments).length,
    'citations without a target': deadCitations(folder).length,
    'words of the documents': wordsOfDocuments(folder),
  };
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
  walk(file.program, (node) => {
    if (!functionTypes.has(node.type)) return;
    const first = lineAt(file, node.start);
    const length = lineAt(file, Number(node['end'])) - first + 1;
    if (length > maxFunctionLines) found.push(`${file.path}:${first} ${length}`);
  });
  return found;
}

/** @param {SourceFile} file @returns {string[]} each identifier's word */
function retiredIdentifiers(file) {
  /** @type {string[]} */
  const found = [];
  walk(file.program, (node) => {
    if (node.type !== 'Identifier' && node.type !== 'PrivateIdentifier') return;
    const name = String(node['name']);
    // What is stored keeps its name: columns, and properties of JSON.
    if (name.includes('_') || storedNames.has(name) || isFixed.has(name)) return;
    const words = name.match(/[A-Z]?[a-z]+/g) ?? [];
    found.push(...words.map((word) => word.toLowerCase()).filter((word) => retiredWords.has(word)));
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
    /** @type {Map<string, number>} */
    const words = new Map();
    for (const word of files.flatMap(retiredIdentifiers)) words.set(word, (words.get(word) ?? 0) + 1);
    for (const [word, count] of words) say(`${String(count).padStart(7)} ${word}`);
    const places = [
      ...files.flatMap(longFunctions),
      ...filesInCircles(root, files),
      ...files.flatMap(wideComments),
    ];
    for (const place of places) say(place);
  }
}

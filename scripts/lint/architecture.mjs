// @ts-check
import { fileURLToPath } from 'node:url';
import { root } from '../project.mjs';
import { say } from '../run.mjs';
import { importsOf } from './imports.mjs';
import { fileRules, graphRules, importRules, nodeRules } from './rules.mjs';
import { isNode, lineAt, readConfiguration, readSources, visitNodes } from './source-files.mjs';

/**
 * @typedef {import('./rules.mjs').Edge} Edge
 * @typedef {import('./source-files.mjs').Node} Node
 * @typedef {import('./source-files.mjs').SourceFile} SourceFile
 * @typedef {{ path: string, line: number, rule: string, why: string }} Violation
 */

/**
 * Every place of a checkout that breaks a rule of who may import whom (docs/architecture.md) or of what code
 * may do itself.
 * @param {string} folder
 * @returns {Violation[]}
 */
export function findViolations(folder) {
  /** @type {Violation[]} */
  const violations = [];
  /** @param {SourceFile} file @param {string} rule @param {number} start @param {string | undefined} why */
  const note = (file, rule, start, why) => {
    if (why === undefined) return;
    const line = lineAt(file, start);
    // A name that stands for itself twice, as in `{ fetch }`, is one place.
    const isKnown = violations.some(
      (known) => known.path === file.path && known.line === line && known.rule === rule,
    );
    if (!isKnown) violations.push({ path: file.path, line, rule, why });
  };
  const files = readSources(folder);
  const paths = new Set(files.map(({ path }) => path));
  /** @type {Edge[]} */
  const edges = [];
  /** @param {SourceFile} file @param {import('./imports.mjs').Import} found */
  const join = (file, { target, start, taken }) => {
    if (target.kind === 'file') edges.push({ path: file.path, to: target.path, start, taken });
  };
  for (const file of readConfiguration(folder)) {
    for (const found of importsOf(folder, file)) join(file, found);
  }
  for (const file of files) {
    for (const found of importsOf(folder, file)) {
      for (const { name, refuse } of importRules) note(file, name, found.start, refuse(file.path, found));
      join(file, found);
    }
    for (const { name, find } of fileRules) {
      for (const { start, why } of find(file, (path) => paths.has(path))) note(file, name, start, why);
    }
    visitNodes(file.program, (node) => {
      for (const { name, refuse } of nodeRules) note(file, name, node.start, refuse(file.path, node));
    });
  }
  const values = files.flatMap((file) => exportedValues(file).map((each) => ({ path: file.path, ...each })));
  for (const { name, find } of graphRules) {
    for (const { path, start, why } of find(edges, values)) {
      const file = files.find((each) => each.path === path);
      if (file) note(file, name, start, why);
    }
  }
  return violations;
}

/**
 * The values that a file exports by declaring them there, and all that it passes on of other files. Types
 * that are declared there are left out: one that stands in the signature of an exported function is exported
 * beside it. So is a default.
 * @param {SourceFile} file
 * @returns {{ name: string, start: number }[]}
 */
function exportedValues(file) {
  return /** @type {Node[]} */ (file.program['body']).flatMap((node) => {
    const declaration = node['declaration'];
    if (node.type !== 'ExportNamedDeclaration') return [];
    if (!isNode(declaration)) {
      const passedOn = /** @type {Node[]} */ (node['specifiers']);
      return passedOn.flatMap(({ start, exported }) => boundNames(exported).map((name) => ({ name, start })));
    }
    if (declaration.type.startsWith('TS')) return [];
    const declarators = declaration['declarations'];
    const names = Array.isArray(declarators)
      ? declarators.flatMap(({ id }) => boundNames(id))
      : boundNames(declaration['id']);
    return names.map((name) => ({ name, start: node.start }));
  });
}

/**
 * @param {unknown} pattern
 * @returns {string[]}
 */
function boundNames(pattern) {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [String(pattern['name'])];
  const properties = /** @type {Node[]} */ (pattern['properties'] ?? pattern['elements'] ?? []);
  return properties.flatMap((part) => boundNames(part?.['value'] ?? part?.['argument'] ?? part));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findViolations(root);
  for (const { path, line, rule, why } of violations) say(`${path}:${line} ${rule}: ${why}`);
  say(violations.length === 0 ? 'Every import is where it belongs.' : `${violations.length} out of place.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

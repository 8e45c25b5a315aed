// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/**
 * Folders that hold the product; tests and scripts are read too, because they must not be reached from it.
 */
const sourceFolders = ['electron', 'renderer', 'shared', 'scripts', 'test'];
const sourceEnding = /\.(ts|tsx|mjs)$/;
/** Files at the top of a checkout by which its tools are set up; they import scripts and tests. */
const configuration = /^[\w.]+\.config\.ts$/;
const fixtures = /(^|\/)fixtures$/;

/**
 * @typedef {{ type: string, start: number, [field: string]: unknown }} Node a node of the ESTree form
 * @typedef {{ path: string, text: string, program: Node }} SourceFile `path` from the checkout on, with `/`
 */

/**
 * Every source file under a checkout, parsed.
 * @param {string} root
 * @param {readonly string[]} [folders]
 * @returns {SourceFile[]}
 */
export function readSources(root, folders = sourceFolders) {
  return folders.flatMap((folder) => pathsUnder(root, folder)).map((path) => readSource(root, path));
}

/**
 * The files by which the tools of a checkout are set up, parsed.
 * @param {string} root
 * @returns {SourceFile[]}
 */
export function readConfiguration(root) {
  return readdirSync(root)
    .filter((name) => configuration.test(name))
    .map((path) => readSource(root, path));
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function pathsUnder(root, folder) {
  if (!existsSync(join(root, folder)) || fixtures.test(folder)) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return pathsUnder(root, path);
    return sourceEnding.test(entry.name) ? [path] : [];
  });
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {SourceFile}
 */
function readSource(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  return { path, text, program: /** @type {Node} */ (/** @type {unknown} */ (program)) };
}

/**
 * Calls `visit` for a node and everything under it.
 * @param {unknown} node
 * @param {(node: Node) => void} visit
 */
export function visitNodes(node, visit) {
  if (Array.isArray(node)) {
    for (const item of node) visitNodes(item, visit);
  } else if (isNode(node)) {
    visit(node);
    for (const field of Object.values(node)) if (typeof field === 'object') visitNodes(field, visit);
  }
}

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
export function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/**
 * @param {SourceFile} file
 * @param {number} offset
 */
export function lineAt(file, offset) {
  return file.text.slice(0, offset).split('\n').length;
}

// @ts-check
import { isNode } from './source-files.mjs';

/**
 * @typedef {import('./source-files.mjs').Node} Node
 * @typedef {import('./source-files.mjs').SourceFile} SourceFile
 */

/**
 * The values that a file exports by declaring them there, and all that it passes on of other files. Types
 * that are declared there are left out: one that stands in the signature of an exported function is exported
 * beside it. So is a default.
 * @param {SourceFile} file
 * @returns {{ name: string, start: number }[]}
 */
export function exportedValues(file) {
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

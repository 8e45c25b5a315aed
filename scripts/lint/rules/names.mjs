// @ts-check
import {
  fixedNames,
  fixedProperties,
  retiredBeginnings,
  retiredNames,
  retiredWords,
} from '../retired-names.mjs';
import { isNode, visitNodes } from '../source-files.mjs';

/** @typedef {import('../rules.mjs').Rules} Rules */

const identifiers = new Set(['Identifier', 'PrivateIdentifier']);

/**
 * The identifiers of a file that have a retired word or are a retired name.
 * @param {import('../source-files.mjs').SourceFile} file
 * @returns {{ start: number, name: string }[]}
 */
export function retiredIn({ program }) {
  /** @type {{ start: number, name: string }[]} */
  const found = [];
  const properties = propertyStarts(program);
  visitNodes(program, (node) => {
    if (!identifiers.has(node.type)) return;
    const name = String(node['name']);
    const isFixed = fixedNames.has(name) || (fixedProperties.has(name) && properties.has(node.start));
    // What is stored keeps its name: columns, and properties of JSON.
    if (!name.includes('_') && !isFixed && isRetired(name)) found.push({ start: node.start, name });
  });
  return found;
}

/** @param {string} name */
function isRetired(name) {
  const words = name.match(/[A-Z]?[a-z]+/g) ?? [];
  return (
    retiredNames.has(name) ||
    retiredBeginnings.some((beginning) => beginning.test(name)) ||
    words.some((word) => retiredWords.has(word.toLowerCase()))
  );
}

/**
 * Where names stand that are properties alone, and no variables.
 * @param {import('../source-files.mjs').Node} program
 */
function propertyStarts(program) {
  /** @type {Set<number>} */
  const starts = new Set();
  visitNodes(program, (node) => {
    const property = node.type === 'MemberExpression' ? node['property'] : node['key'];
    if (node['computed'] !== true && node['shorthand'] !== true && isNode(property))
      starts.add(property.start);
  });
  return starts;
}

/**
 * Whether a file's own name has such a word; what migrations are called is stored.
 * @param {string} path
 */
function isRetiredPath(path) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !path.startsWith('electron/database/migrations/') && isRetired(name);
}

/** @type {Rules} */
export const names = {
  files: [
    {
      name: 'no-retired-names',
      find: (file) =>
        [
          ...retiredIn(file),
          ...(isRetiredPath(file.path) ? [{ start: 0, name: 'what the file is called' }] : []),
        ].map(({ start, name }) => ({ start, why: `${name} has another name now (docs/glossary.md)` })),
    },
  ],
};

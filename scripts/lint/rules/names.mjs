// @ts-check
import { retiredBeginnings, retiredNames, retiredParts, storedNames } from '../retired-names.mjs';

/** @typedef {import('../rules.mjs').Rules} Rules */

const identifiers = new Set(['Identifier', 'PrivateIdentifier']);

/** @type {Rules} */
export const names = {
  nodes: [
    {
      name: 'no-retired-names',
      refuse: (_path, node) => {
        if (!identifiers.has(node.type)) return undefined;
        const name = String(node['name']);
        // What is stored keeps its name: columns, and properties of JSON.
        if (name.includes('_') || storedNames.has(name)) return undefined;
        const parts = name.match(/[A-Z]?[a-z]+/g) ?? [];
        const isRetired =
          retiredNames.has(name) ||
          retiredBeginnings.some((beginning) => beginning.test(name)) ||
          parts.some((part) => retiredParts.has(part.toLowerCase()));
        return isRetired ? `${name} has another name now (docs/glossary.md)` : undefined;
      },
    },
  ],
};

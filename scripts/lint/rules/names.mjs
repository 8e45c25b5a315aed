// @ts-check
import { retiredNames, retiredParts } from '../retired-names.mjs';

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
        // Columns of the store keep their names.
        const parts = name.includes('_') ? [] : (name.match(/[A-Z]?[a-z]+/g) ?? []);
        const isRetired =
          retiredNames.has(name) || parts.some((part) => retiredParts.has(part.toLowerCase()));
        return isRetired ? `${name} has another name now (docs/glossary.md)` : undefined;
      },
    },
  ],
};

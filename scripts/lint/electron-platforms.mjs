// @ts-check
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isName } from './imports.mjs';
import { isNode } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').Node} Node */

const types = join(dirname(createRequire(import.meta.url).resolve('electron/package.json')), 'electron.d.ts');

/** A member of a class or interface, with what is said of it. */
const member =
  /(?:\/\*\*(?<said>(?:(?!\*\/)[\s\S])*)\*\/\s*)?^ {4}(?:static )?(?:readonly )?(?<name>\w+)\??[(:]/gm;

/**
 * Members of Electron's that exist on some systems alone, by the `@platform` tags of its types. A name that
 * another class has on every system is left out: names are all that a source file tells.
 * @returns {ReadonlyMap<string, string>} the systems by name, such as `darwin,linux`
 */
export function membersOfSomeSystems(text = readFileSync(types, 'utf8')) {
  /** @type {Map<string, string>} */
  const tagged = new Map();
  const everywhere = new Set();
  for (const { groups } of text.matchAll(member)) {
    const { said = '', name = '' } = groups ?? {};
    const systems = /@platform ([\w,]+)/.exec(said)?.[1];
    if (systems === undefined) everywhere.add(name);
    else tagged.set(name, systems);
  }
  for (const name of everywhere) tagged.delete(name);
  return tagged;
}

/**
 * Places that use such a member where it may be missing: neither before `?.` nor in a branch that a platform
 * decides.
 * @param {Node} program
 * @param {ReadonlyMap<string, string>} members
 * @returns {{ start: number, why: string }[]}
 */
export function usesOfSomeSystems(program, members) {
  /** @type {{ start: number, why: string }[]} */
  const found = [];
  /** @param {unknown} node @param {boolean} isGuarded */
  const look = (node, isGuarded) => {
    if (Array.isArray(node)) {
      for (const item of node) look(item, isGuarded);
      return;
    }
    if (!isNode(node)) return;
    const { type, start } = node;
    const name = type === 'MemberExpression' ? nameOf(node['property']) : '';
    const systems = members.get(name);
    if (systems !== undefined && !isGuarded)
      found.push({ start, why: `${name} exists on ${systems} alone: ask for the platform first, or use ?.` });
    const isBranch =
      type === 'IfStatement' || type === 'ConditionalExpression' || type === 'LogicalExpression';
    const decides = isBranch && asksPlatform(node['test'] ?? node['left']);
    for (const [key, field] of Object.entries(node)) {
      // What stands before `?.` may be missing.
      const isAsked = node['optional'] === true && (key === 'object' || key === 'callee');
      if (typeof field === 'object') look(field, isGuarded || decides || isAsked);
    }
  };
  look(program, false);
  return found;
}

/** @param {unknown} node */
function nameOf(node) {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : '';
}

/**
 * Whether a condition names a platform.
 * @param {unknown} node
 * @returns {boolean}
 */
function asksPlatform(node) {
  if (Array.isArray(node)) return node.some(asksPlatform);
  if (!isNode(node)) return false;
  if (['platform', 'isMac', 'isWindows'].some((name) => isName(node, name))) return true;
  return Object.values(node).some((field) => typeof field === 'object' && asksPlatform(field));
}

// @ts-check
import { parseSync } from 'vite';
import { isNode } from './lint/source-files.mjs';

/** @typedef {import('./lint/source-files.mjs').Node} Node */
/** @typedef {{ at: number, text: string }} Mark something that is put into code at an offset */

/**
 * The code of a file, with marks: each of its functions hands what it is given, what it has waited for and
 * what it gives to `globalThis.passed`, with the file's path and its own name.
 * @param {string} path
 * @param {string} code JavaScript
 */
export function markPasses(path, code) {
  const { program, errors } = parseSync(`${path}.js`, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const marks = marksIn(/** @type {unknown} */ (program), path, '', undefined);
  // Marks at one place stay in their order: the outer one opens first and closes last.
  marks.sort((one, other) => one.at - other.at);
  let marked = '';
  let from = 0;
  for (const { at, text } of marks) {
    marked += code.slice(from, at) + text;
    from = at;
  }
  return `${marked}${code.slice(from)}
function handOn(place, value) { globalThis.passed?.(place, value); return value; }
`;
}

/**
 * @param {unknown} node
 * @param {string} path
 * @param {string} owner the name of the function that the node stands in
 * @param {Node | undefined} parent
 * @returns {Mark[]}
 */
function marksIn(node, path, owner, parent) {
  if (Array.isArray(node)) return node.flatMap((one) => marksIn(one, path, owner, parent));
  if (!isNode(node)) return [];
  const name = isFunction(node) ? nameOf(node, parent) : owner;
  const inside = Object.values(node).flatMap((field) =>
    typeof field === 'object' ? marksIn(field, path, name, node) : [],
  );
  const location = JSON.stringify(`${path} ${name || '(anonymous)'}`);
  /** @param {unknown} argument @param {string} [first] */
  const around = (argument, first = '') =>
    isNode(argument)
      ? [
          { at: argument.start, text: `handOn(${location}, (${first}` },
          ...inside,
          { at: Number(argument['end']), text: '))' },
        ]
      : inside;
  if (node.type === 'AwaitExpression') return around(node);
  if (node.type === 'ReturnStatement') return around(node['argument']);
  if (!isFunction(node)) return inside;
  const taken = `handOn(${location}, [${namesIn(node['params'])}])`;
  const { body } = node;
  if (!isNode(body)) return inside;
  return body.type === 'BlockStatement'
    ? [{ at: body.start + 1, text: `${taken};` }, ...inside]
    : around(body, `${taken}, `);
}

/** @param {Node} node */
function isFunction({ type }) {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);
}

/** @param {Node} node @param {Node | undefined} parent */
function nameOf(node, parent) {
  const named = [node['id'], parent?.['id'], parent?.['key']].find(isNode);
  return typeof named?.['name'] === 'string' ? named['name'] : '';
}

/**
 * The names that parameters bind; of a default value none.
 * @param {unknown} parameters
 */
function namesIn(parameters) {
  /** @type {string[]} */
  const names = [];
  /** @param {unknown} pattern */
  function take(pattern) {
    if (Array.isArray(pattern)) return pattern.forEach(take);
    if (!isNode(pattern)) return;
    if (pattern.type === 'Identifier') names.push(String(pattern['name']));
    take(
      pattern['left'] ??
        pattern['argument'] ??
        pattern['elements'] ??
        pattern['properties'] ??
        pattern['value'],
    );
  }
  take(parameters);
  return names;
}

/**
 * Runs in the page: keeps in `globalThis.lines` in which functions something was passed that holds this text,
 * in whatever plain objects and lists it lies.
 * @param {string} text
 */
export function recordPasses(text) {
  const locations = new Set();
  Object.assign(globalThis, { lines: locations, passed });

  /** @param {string} location @param {unknown} value */
  function passed(location, value) {
    if (value instanceof Promise)
      value.then(
        (come) => passed(location, come),
        () => undefined,
      );
    else if (!locations.has(location) && holds(value)) locations.add(location);
  }

  /** @param {unknown} value */
  function holds(value) {
    const seen = new Set([value]);
    for (const one of seen) {
      if (typeof one === 'string' && one.includes(text)) return true;
      if (typeof one !== 'object' || one === null) continue;
      const of = Object.getPrototypeOf(one);
      if (Array.isArray(one) || of === Object.prototype || of === null)
        for (const part of Object.values(one)) seen.add(part);
    }
    return false;
  }
}

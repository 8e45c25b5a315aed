// @ts-check
import { existsSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { isNode, visitNodes } from './source-files.mjs';

/**
 * @typedef {import('./source-files.mjs').Node} Node
 * @typedef {import('./source-files.mjs').SourceFile} SourceFile
 *
 * Where an import leads: a file of the project, a module of Node's own, a package, or nowhere that can be
 * told.
 * @typedef {{ kind: 'file', path: string } | { kind: 'builtin', name: string } | { kind: 'package', name: string, specifier: string }
 *   | { kind: 'unknown', specifier: string }} Target
 *
 * `names` are those that come through as values, `taken` those and types; `*` when the whole module does.
 * @typedef {{ target: Target, typesOnly: boolean, names: readonly string[], taken: readonly string[], start: number }} Import
 */

const endings = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'];

/**
 * Every import of a file, whatever its form: static, `export … from`, dynamic, of a type, `require`, or a
 * worker's `new URL`.
 * @param {string} root
 * @param {SourceFile} file
 * @returns {Import[]}
 */
export function importsOf(root, file) {
  /** @type {Import[]} */
  const imports = [];
  visitNodes(file.program, (node) => {
    const found = importIn(node);
    if (!found) return;
    const target =
      found.specifier === undefined
        ? /** @type {const} */ ({ kind: 'unknown', specifier: 'a computed name' })
        : targetOf(root, file.path, found.specifier);
    const { typesOnly } = found;
    imports.push({ target, typesOnly, names: valueNames(node), taken: takenNames(node), start: node.start });
  });
  return imports;
}

/**
 * @param {Node} node
 * @returns {{ specifier: string | undefined, typesOnly: boolean } | undefined}
 */
function importIn(node) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node['source']
        ? { specifier: literal(node['source']), typesOnly: bringsTypesOnly(node) }
        : undefined;
    case 'ImportExpression':
      return { specifier: literal(node['source']), typesOnly: false };
    case 'TSImportType':
      return { specifier: literal(node['source'] ?? node['argument']), typesOnly: true };
    case 'TSExternalModuleReference':
      return { specifier: literal(node['expression']), typesOnly: false };
    case 'CallExpression':
      return isName(node['callee'], 'require')
        ? { specifier: firstArgument(node), typesOnly: false }
        : undefined;
    case 'NewExpression':
      return isInThisFolder(node) ? { specifier: firstArgument(node), typesOnly: false } : undefined;
    default:
      return undefined;
  }
}

/**
 * @param {Node} node
 * @returns {string[]}
 */
function valueNames(node) {
  const specifiers = Array.isArray(node['specifiers'])
    ? /** @type {Node[]} */ (node['specifiers'])
    : undefined;
  if (specifiers === undefined) return ['*'];
  return specifiers
    .filter((specifier) => (specifier['importKind'] ?? specifier['exportKind']) !== 'type')
    .map((specifier) => {
      const imported = specifier['imported'] ?? specifier['local'];
      const named = specifier.type === 'ImportSpecifier' || specifier.type === 'ExportSpecifier';
      return named && isNode(imported) ? String(imported['name']) : '*';
    });
}

/**
 * @param {Node} node
 * @returns {string[]}
 */
function takenNames(node) {
  const specifiers = /** @type {Node[]} */ (node['specifiers'] ?? []);
  if (node.type !== 'ImportDeclaration' && specifiers.length === 0) return ['*'];
  return specifiers.map((specifier) => {
    if (specifier.type === 'ImportDefaultSpecifier') return 'default';
    const imported = specifier['imported'] ?? specifier['local'];
    return specifier.type !== 'ImportNamespaceSpecifier' && isNode(imported)
      ? String(imported['name'] ?? imported['value'])
      : '*';
  });
}

/** @param {Node} node */
function bringsTypesOnly(node) {
  const kind = node['importKind'] ?? node['exportKind'];
  const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'] : [];
  return (
    kind === 'type' ||
    (specifiers.length > 0 &&
      specifiers.every((specifier) => (specifier.importKind ?? specifier.exportKind) === 'type'))
  );
}

/** @param {Node} node */
function isInThisFolder(node) {
  const args = /** @type {Node[]} */ (node['arguments']);
  const base = args[1];
  const isCode = /\.(ts|tsx|mjs)$/.test(firstArgument(node) ?? '');
  return isName(node['callee'], 'URL') && isCode && base?.type === 'MemberExpression';
}

/** @param {Node} node */
function firstArgument(node) {
  return literal(/** @type {unknown[]} */ (node['arguments'])[0]);
}

/** @param {unknown} node */
function literal(node) {
  if (!isNode(node)) return undefined;
  if (node.type === 'TSLiteralType') return literal(node['literal']);
  return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}

/**
 * @param {unknown} node
 * @param {string} name
 */
export function isName(node, name) {
  return isNode(node) && node.type === 'Identifier' && node['name'] === name;
}

/**
 * @param {string} root
 * @param {string} from
 * @param {string} specifier
 * @returns {Target}
 */
function targetOf(root, from, specifier) {
  if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier.replace(/^node:/, '') };
  if (specifier.startsWith('.')) {
    const path = posix.join(dirname(from), specifier.replace(/\?.*$/, ''));
    const found = endings.map((ending) => path + ending).find((candidate) => isFile(join(root, candidate)));
    return found === undefined || found.startsWith('../')
      ? { kind: 'unknown', specifier }
      : { kind: 'file', path: found };
  }
  const name = /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*/i.exec(specifier)?.[0];
  const isPackage = name !== undefined && !specifier.includes(':');
  return isPackage ? { kind: 'package', name, specifier } : { kind: 'unknown', specifier };
}

/** @param {string} path */
function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

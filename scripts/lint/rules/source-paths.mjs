// @ts-check
import { isName } from '../imports.mjs';

/** @param {string} path */
export const isProduct = (path) => /^(electron|renderer|shared)\//.test(path);
/** @param {string} path */
export const mayUseElectron = (path) => /^electron\/(main\.ts|preload\.ts|platform\/electron\/)/.test(path);

/** The layers of the page, as docs/architecture.md tells them: each imports only what is to its right. */
export const pageLayers = ['app', 'features', 'components', 'ui', 'ipc'];
/** @param {string} path */
export const layerOf = (path) => pageLayers.find((layer) => path.startsWith(`renderer/${layer}/`));
/** @param {{ path: string, to: string }} edge */
export function looksUp({ path, to }) {
  const [from, at] = [layerOf(path), layerOf(to)];
  return from !== undefined && at !== undefined && pageLayers.indexOf(at) < pageLayers.indexOf(from);
}
/** @param {{ path: string, to: string }} edge */
export function crossesFeatures({ path, to }) {
  const isCrossing = [path, to].every((each) => each.startsWith('renderer/features/'));
  return isCrossing && partOf(path) !== partOf(to);
}
/**
 * The folder that a file of the page belongs to as one thing: a layer, or of components and features one of
 * them.
 * @param {string} path
 */
export const partOf = (path) => /^renderer\/((components|features)\/[^/]+|[^/]+)\//.exec(path)?.[0] ?? path;

/**
 * The module that a file belongs to: a folder of `electron/`, or of `electron/platform/`. The terminal's
 * commands are an entry, not a module.
 * @param {string} path
 */
export function moduleOf(path) {
  const module = /^electron\/(platform\/[^/]+|[^/]+)\//.exec(path)?.[0];
  return module === 'electron/cli/' ? undefined : module;
}

/**
 * A file's place among the modules: what a module takes by `AppContext` leads to each module that it names.
 * @param {string} path
 */
export const nodeOf = (path) => (path === 'electron/app-context.ts' ? path : moduleOf(path));
/** @param {{ path: string, to: string }} edge */
export function crossesModules({ path, to }) {
  const [from, at] = [nodeOf(path), nodeOf(to)];
  return from !== undefined && at !== undefined && from !== at;
}

/** @param {unknown} node */
export function isGlobal(node) {
  return ['globalThis', 'window', 'self'].some((name) => isName(node, name));
}

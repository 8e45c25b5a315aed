// @ts-check
import { inCircles } from '../import-cycles.mjs';
import { crossesModules, isProduct, moduleOf, nodeOf } from './source-paths.mjs';

/** @typedef {import('../rules.mjs').Rules} Rules */

/** Modules of plain means without a state of the app's: every other may call all that they offer. */
const groundModules = new Set(['i18n', 'jobs', 'lib'].map((name) => `electron/${name}/`));
/** Modules that a host makes things of before there is an app, or where the app has failed. */
const modulesOfHosts = new Set(['diagnostics', 'ipc', 'settings'].map((name) => `electron/${name}/`));
/**
 * Modules of tools that have nothing to do with each other: each is taken from its own file, so that a start
 * reads no more than it needs.
 */
const openModules = new Set(['electron/lib/', 'electron/platform/node/']);
/** Modules that the others stand on. */
const lowerModules = new Set(['electron/api/', 'electron/database/']);
/** Names of what makes a thing with a state of its own, or of a whole module. */
const maker = /^(create|open|start)[A-Z]|^\*$/;

/** The entries, the composition root and the port. */
const atTheTop = new Set([
  'electron/main.ts',
  'electron/cli.ts',
  'electron/preload.ts',
  'electron/app.ts',
  'electron/app-context.ts',
  'electron/host.ts',
]);
/** Files that start or wire the app: they know the modules. */
const wiring = /^electron\/(app|cli|main)\.ts$|^electron\/cli\//;

/** Units of downloads, each a folder; one imports those before it alone. */
const units = ['signed-links', 'files', 'folder-index', 'transfer', 'queue'];

/**
 * The place of a file's unit among {@link units}; undefined outside of them.
 * @param {string} path
 */
function unitOf(path) {
  const unit = units.indexOf(/^electron\/downloads\/([^/]+)\//.exec(path)?.[1] ?? '');
  return unit < 0 ? undefined : unit;
}

/** @type {Rules} */
export const moduleBoundaries = {
  imports: [
    {
      name: 'rooms-open-at-their-index',
      refuse: (path, { target }) => {
        const module = target.kind === 'file' ? moduleOf(target.path) : undefined;
        if (target.kind !== 'file' || module === undefined || moduleOf(path) === module || !isProduct(path))
          return undefined;
        if (openModules.has(module)) return undefined;
        return target.path === `${module}index.ts` ? undefined : `${module} is entered through its index.ts`;
      },
    },
    {
      name: 'units-open-at-their-index',
      refuse: (path, { target }) => {
        const [from, to] = [unitOf(path), target.kind === 'file' ? unitOf(target.path) : undefined];
        if (
          target.kind !== 'file' ||
          to === undefined ||
          from === to ||
          moduleOf(path) !== moduleOf(target.path)
        )
          return undefined;
        if (from !== undefined && from < to)
          return `${units[from]} stands below ${units[to]} and knows nothing of it`;
        return target.path.endsWith(`/${units[to]}/index.ts`)
          ? undefined
          : `${units[to]} is entered through its index.ts`;
      },
    },
    {
      name: 'rooms-know-only-types-of-others',
      refuse: (path, { target, typesOnly, names }) => {
        const from = moduleOf(path);
        const to = target.kind === 'file' ? moduleOf(target.path) : undefined;
        if (from === undefined || to === undefined || from === to || typesOnly) return undefined;
        if (groundModules.has(to) || (from.startsWith('electron/platform/') && modulesOfHosts.has(to)))
          return undefined;
        // Plain functions of the two rooms below may be called; what makes a service or a store comes from
        // app.ts.
        if (lowerModules.has(to) && names.every((name) => !maker.test(name))) return undefined;
        const betweenHosts = from.startsWith('electron/platform/') && to.startsWith('electron/platform/');
        return betweenHosts ? undefined : 'what a room needs of another is given to it by app.ts';
      },
    },
    {
      name: 'only-entries-know-the-app',
      refuse: (path, { target, typesOnly }) => {
        const isApp = target.kind === 'file' && target.path === 'electron/app.ts';
        const mayKnow = wiring.test(path) || path.startsWith('electron/platform/') || !isProduct(path);
        return isApp && !typesOnly && !mayKnow ? 'app.ts is started by entries and hosts alone' : undefined;
      },
    },
  ],
  files: [
    {
      name: 'main-has-no-loose-files',
      find: ({ path }) =>
        /^electron\/[^/]+$/.test(path) && !atTheTop.has(path)
          ? [
              {
                start: 0,
                why: 'beside the entries, app.ts, its context and host.ts each file of electron/ stands in a room',
              },
            ]
          : [],
    },
  ],
  graph: [
    {
      name: 'rooms-form-no-circles',
      find: (imports) => {
        return inCircles(imports.filter(crossesModules), (path) => nodeOf(path) ?? path).map((edge) => ({
          ...edge,
          why: `${nodeOf(edge.to)} leads back to ${nodeOf(edge.path)}: rooms form no circles, types included`,
        }));
      },
    },
  ],
};

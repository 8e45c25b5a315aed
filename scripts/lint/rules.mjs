// @ts-check
import { inCircles } from './circles.mjs';
import { membersOfSomeSystems, usesOfSomeSystems } from './electron-platforms.mjs';
import { isName } from './imports.mjs';
import { isNode, walk } from './source-files.mjs';

/**
 * @typedef {import('./imports.mjs').Import} Import
 * @typedef {import('./source-files.mjs').Node} Node
 * @typedef {import('./source-files.mjs').SourceFile} SourceFile
 *
 * A rule about imports says what is wrong with one, or nothing; `path` is the file it stands in.
 * @typedef {{ name: string, refuse: (path: string, found: Import) => string | undefined }} ImportRule
 *
 * A rule about what a file does itself looks at one node.
 * @typedef {{ name: string, refuse: (path: string, node: Node) => string | undefined }} NodeRule
 *
 * A rule about where in a file a thing stands looks at the whole file, and gives the places that are wrong; `isThere` tells of a path whether a
 * file of the checkout has it.
 * @typedef {{ name: string, find: (file: SourceFile, isThere: (path: string) => boolean) => readonly { start: number, why: string }[] }} FileRule
 */

/** What of Electron exists on some systems alone. */
const ofSomeSystems = membersOfSomeSystems();

/** Packages that are `electron` or import it, so that plain Node cannot load them. */
const electronPackages = new Set(['electron', 'electron-store', 'electron-log']);
/** Modules of Node that reach a network. */
const networkModules = new Set(['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns', 'dns/promises']);

/** @param {string} path */
const isProduct = (path) => /^(electron|renderer|shared)\//.test(path);
/** @param {string} path */
const mayUseElectron = (path) => /^electron\/(main\.ts|preload\.ts|hosts\/electron\/)/.test(path);
/** Rooms of plain means without a state of the app's: every other may call all that they offer. */
const groundRooms = new Set(
  ['collections', 'disk', 'i18n', 'leases', 'resilience', 'threads'].map((name) => `electron/${name}/`),
);
/** Rooms that a host makes things of before there is an app, or where the app has failed. */
const roomsOfHosts = new Set(['bridge', 'diagnostics', 'settings'].map((name) => `electron/${name}/`));
/** Rooms that the others stand on. */
const lowerRooms = new Set(['electron/service/', 'electron/store/']);
/** Names of what makes a thing with a state of its own, or of a whole module. */
const maker = /^(create|open|start)[A-Z]|^\*$/;

/** The entries, the composition root and the port. */
const atTheTop = new Set([
  'electron/main.ts',
  'electron/cli.ts',
  'electron/preload.ts',
  'electron/app.ts',
  'electron/host.ts',
]);
/** Files that start or wire the app: they know the rooms. */
const wiring = /^electron\/(app|cli|main)\.ts$|^electron\/cli\//;

/**
 * The room that a file belongs to: a folder of `electron/`, or of `electron/hosts/`. The terminal's commands are an entry, not a room.
 * @param {string} path
 */
function roomOf(path) {
  const room = /^electron\/(hosts\/[^/]+|[^/]+)\//.exec(path)?.[0];
  return room === 'electron/cli/' ? undefined : room;
}

/** Units of downloads, each a folder; one imports those before it alone. */
const units = ['links', 'destination', 'manifest', 'transfer', 'scheduler'];

/**
 * The place of a file's unit among {@link units}; undefined outside of them.
 * @param {string} path
 */
function unitOf(path) {
  const unit = units.indexOf(/^electron\/downloads\/([^/]+)\//.exec(path)?.[1] ?? '');
  return unit < 0 ? undefined : unit;
}

/** The layers of the page, as docs/architecture.md tells them: each imports only what is to its right. */
const pageLayers = ['shell', 'features', 'components', 'ui', 'ipc'];
/** @param {string} path */
const layerOf = (path) => pageLayers.find((layer) => path.startsWith(`renderer/${layer}/`));
/** @param {{ path: string, to: string }} edge */
function looksUp({ path, to }) {
  const [from, at] = [layerOf(path), layerOf(to)];
  return from !== undefined && at !== undefined && pageLayers.indexOf(at) < pageLayers.indexOf(from);
}
/** @param {{ path: string, to: string }} edge */
function crossesFeatures({ path, to }) {
  const isCrossing = [path, to].every((each) => each.startsWith('renderer/features/'));
  return isCrossing && partOf(path) !== partOf(to);
}
/**
 * The folder that a file of the page belongs to as one thing: a layer, or of components and features one of them.
 * @param {string} path
 */
const partOf = (path) => /^renderer\/((components|features)\/[^/]+|[^/]+)\//.exec(path)?.[0] ?? path;

/** @type {readonly ImportRule[]} */
export const importRules = [
  {
    name: 'no-unknown-target',
    refuse: (path, { target }) =>
      isProduct(path) && target.kind === 'unknown'
        ? `leads nowhere that can be told: ${target.specifier}`
        : undefined,
  },
  {
    name: 'shared-imports-itself-alone',
    refuse: (path, { target }) => {
      if (!path.startsWith('shared/')) return undefined;
      if (target.kind === 'builtin')
        return `shared/ runs in the page too, where there is no node:${target.name}`;
      return target.kind === 'file' && !target.path.startsWith('shared/')
        ? 'shared/ imports nothing of the project'
        : undefined;
    },
  },
  {
    name: 'page-imports-shared-alone',
    refuse: (path, { target }) => {
      if (!path.startsWith('renderer/')) return undefined;
      if (target.kind === 'builtin') return `there is no node:${target.name} in the page`;
      return target.kind === 'file' && !/^(renderer|shared)\//.test(target.path)
        ? 'renderer/ imports shared/ alone'
        : undefined;
    },
  },
  {
    name: 'page-layers-look-down',
    refuse: (path, { target }) =>
      target.kind === 'file' && looksUp({ path, to: target.path })
        ? `of ${pageLayers.join(' → ')} each imports only what is to its right`
        : undefined,
  },
  {
    name: 'page-features-stand-alone',
    refuse: (path, { target }) =>
      target.kind === 'file' && crossesFeatures({ path, to: target.path })
        ? 'what one feature needs of another is joined in shell/, or goes down into components/ or ui/'
        : undefined,
  },
  {
    name: 'page-styles-stay-at-home',
    refuse: (path, { target }) => {
      if (target.kind !== 'file' || !target.path.endsWith('.module.css')) return undefined;
      const [from, to] = [partOf(path), partOf(target.path)];
      return from === to || to === 'renderer/ui/'
        ? undefined
        : `the styles of ${to} are its own: what several share is a part of ui/`;
    },
  },
  {
    name: 'electron-stays-in-its-host',
    refuse: (path, { target }) => {
      if (!isProduct(path) || mayUseElectron(path)) return undefined;
      const isElectron =
        (target.kind === 'package' && electronPackages.has(target.name)) ||
        (target.kind === 'file' && mayUseElectron(target.path));
      return isElectron
        ? 'only main.ts, preload.ts and hosts/electron/ may import electron or what imports it'
        : undefined;
    },
  },
  {
    name: 'rooms-open-at-their-index',
    refuse: (path, { target }) => {
      const room = target.kind === 'file' ? roomOf(target.path) : undefined;
      if (target.kind !== 'file' || room === undefined || roomOf(path) === room || !isProduct(path))
        return undefined;
      return target.path === `${room}index.ts` ? undefined : `${room} is entered through its index.ts`;
    },
  },
  {
    name: 'units-open-at-their-index',
    refuse: (path, { target }) => {
      const [from, to] = [unitOf(path), target.kind === 'file' ? unitOf(target.path) : undefined];
      if (target.kind !== 'file' || to === undefined || from === to || roomOf(path) !== roomOf(target.path))
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
      const from = roomOf(path);
      const to = target.kind === 'file' ? roomOf(target.path) : undefined;
      if (from === undefined || to === undefined || from === to || typesOnly) return undefined;
      if (groundRooms.has(to) || (from.startsWith('electron/hosts/') && roomsOfHosts.has(to)))
        return undefined;
      // Plain functions of the two rooms below may be called; what makes a service or a store comes from app.ts.
      if (lowerRooms.has(to) && names.every((name) => !maker.test(name))) return undefined;
      const betweenHosts = from.startsWith('electron/hosts/') && to.startsWith('electron/hosts/');
      return betweenHosts ? undefined : 'what a room needs of another is given to it by app.ts';
    },
  },
  {
    name: 'only-entries-know-the-app',
    refuse: (path, { target, typesOnly }) => {
      const isApp = target.kind === 'file' && target.path === 'electron/app.ts';
      const mayKnow = wiring.test(path) || path.startsWith('electron/hosts/') || !isProduct(path);
      return isApp && !typesOnly && !mayKnow ? 'app.ts is started by entries and hosts alone' : undefined;
    },
  },
  {
    name: 'product-needs-no-tests-or-scripts',
    refuse: (path, { target }) =>
      isProduct(path) && target.kind === 'file' && /^(test|scripts)\//.test(target.path)
        ? 'the product does not import tests or scripts'
        : undefined,
  },
  {
    name: 'development-host-is-left-out',
    refuse: (path, { target }) => {
      if (!isProduct(path) || path.startsWith('electron/hosts/chromium/')) return undefined;
      const isDevelopment =
        (target.kind === 'file' && target.path.startsWith('electron/hosts/chromium/')) ||
        (target.kind === 'package' && /^(@playwright\/|playwright)/.test(target.name));
      return isDevelopment ? 'hosts/chromium/ is for development and not in the package' : undefined;
    },
  },
  {
    name: 'network-through-the-host',
    refuse: (path, { target }) => {
      const mayReach = /^electron\/(hosts|practice)\//.test(path) || !isProduct(path);
      if (target.kind !== 'builtin') return undefined;
      return networkModules.has(target.name) && !mayReach
        ? `only hosts and the practice agency use node:${target.name}; the rest asks host.open`
        : undefined;
    },
  },
  {
    name: 'programs-through-the-host',
    refuse: (path, { target }) =>
      target.kind === 'builtin' &&
      target.name === 'child_process' &&
      isProduct(path) &&
      !path.startsWith('electron/hosts/')
        ? 'only hosts start programs'
        : undefined,
  },
  {
    name: 'files-are-held-for-moments',
    refuse: (path, { target, typesOnly, names }) => {
      const isOfFiles = target.kind === 'builtin' && /^fs(\/promises)?$/.test(target.name);
      if (!isOfFiles || typesOnly || !path.startsWith('electron/') || mayTouchFiles.has(path))
        return undefined;
      const bare = names.filter((name) => !looks.has(name));
      return bare.length === 0
        ? undefined
        : `${bare.join(', ')} of node:${target.name} does not wait for what a virus scanner holds: patience.ts and the disk of downloads do`;
    },
  },
  {
    name: 'tests-import-no-timers',
    refuse: (path, { target, names }) =>
      mustNotWait(path) &&
      target.kind === 'builtin' &&
      /^timers(\/promises)?$/.test(target.name) &&
      names.some((name) => ['*', 'scheduler'].includes(name) || timers.has(name))
        ? howTestsWait
        : undefined,
  },
];

/** What of `node:fs` only looks, or goes through a file that is open already. */
const looks = new Set([
  ...['constants', 'existsSync', 'lstat', 'lstatSync', 'readdir', 'readdirSync', 'stat', 'statSync'],
  ...['closeSync', 'fsyncSync', 'writeSync'],
]);

/** Files that make, open, name or remove files by `node:fs` itself, and why. */
const mayTouchFiles = new Map([
  ['electron/disk/patience.ts', 'is the way of all others'],
  ['electron/downloads/destination/disk.ts', 'is the way of downloads, patient in all that is handed out'],
  ['electron/disk/ensure-folder.ts', 'makes folders, patiently'],
  ['electron/disk/temporary-folder.ts', 'has the system try again'],
  ['electron/hosts/foreign-files/mark.ts', 'writes to a stream of a file, patiently'],
  ['electron/disk/own-modes.ts', 'sets modes, which nothing does on Windows'],
]);

/**
 * Support of tests that may wait by the machine's own time, and why: it looks again whether something outside this process is so, or ends what
 * hangs. Benchmarks and campaigns measure time and are no tests.
 */
const mayWait = new Map([
  ['test/support/idle-clock.ts', 'is the clock of tests: looks each millisecond whether the process is idle'],
  ['test/support/download-desk.ts', 'looks again until no transfer is under way'],
  ['test/support/watch-traffic.ts', 'looks again until no request is under way'],
  ['test/support/day-of-use.ts', 'looks again until disks and threads are done, which have their own time'],
  ['test/support/keychain.ts', 'looks again until the secret service is up'],
  ['test/support/kill-process.ts', 'ends a process that hangs'],
  ['test/support/kill-trial.ts', 'chooses the moment at which a process is killed'],
  ['test/support/fault-trial.ts', 'ends a batch that hangs'],
  ['test/support/held-bytes.ts', 'measures what is held while other work goes on'],
  ['test/support/hostile-figures.ts', 'measures how long the loop of its process is held up'],
  ['test/e2e/support/killable-desk.ts', 'looks again until the browser that it started can be reached'],
  ['test/e2e/support/seeded-desk.ts', 'looks again until another process has seeded the desk'],
]);
const timers = new Set(['setTimeout', 'setInterval']);
const howTestsWait = 'tests wait for a state, or by a clock that they are given';

/** @param {string} path */
const mustNotWait = (path) => /^test\/(?!bench\/|campaign\/)/.test(path) && !mayWait.has(path);

/** Entries whose printing is what they are for; each passes what it prints through redaction. */
const mayPrint = /^electron\/(cli\.ts$|main\.ts$|cli\/|hosts\/terminal\/)/;

/** @type {readonly FileRule[]} */
export const fileRules = [
  {
    name: 'electron-members-of-some-systems',
    find: ({ path, program }) => (mayUseElectron(path) ? usesOfSomeSystems(program, ofSomeSystems) : []),
  },
  {
    name: 'page-has-no-loose-files',
    find: ({ path }) =>
      path.startsWith('renderer/') && layerOf(path) === undefined
        ? [{ start: 0, why: `a file of the page stands in one of ${pageLayers.join(', ')}` }]
        : [],
  },
  {
    name: 'main-has-no-loose-files',
    find: ({ path }) =>
      /^electron\/[^/]+$/.test(path) && !atTheTop.has(path)
        ? [
            {
              start: 0,
              why: 'beside the entries, app.ts and host.ts each file of electron/ stands in a room',
            },
          ]
        : [],
  },
  {
    name: 'rules-name-files-that-are-there',
    find: ({ path, program }, isThere) => {
      if (!path.startsWith('scripts/lint/')) return [];
      /** @type {{ start: number, why: string }[]} */
      const gone = [];
      walk(program, (node) => {
        const named = node.type === 'Literal' ? String(node['value']) : '';
        if (
          /^(electron|renderer|shared|scripts|test)\/[\w./-]+\.(ts|tsx|mjs)$/.test(named) &&
          !isThere(named)
        )
          gone.push({ start: node.start, why: `${named} is gone: what it was allowed goes with it` });
      });
      return gone;
    },
  },
];

/**
 * A rule about all files together looks at who imports whom and at what each exports, and gives the places that are wrong.
 * @typedef {{ path: string, start: number, why: string }} Place
 * @typedef {{ name: string, find: (imports: readonly Edge[], values: readonly ExportedValue[]) => readonly Place[] }} GraphRule
 * An import, types included, from one file of the project to another; `taken` are its names, `*` for the whole file.
 * @typedef {{ path: string, to: string, start: number, taken: readonly string[] }} Edge
 * @typedef {{ path: string, name: string, start: number }} ExportedValue
 */

/** Names that the runners of benchmarks, campaigns and tests take of files which they find by folder. */
const takenByRunners = new Map([
  ['bench', /^test\/bench\//],
  ['campaign', /^test\/campaign\//],
  ['setup', /^test\/support\//],
]);

/** @type {readonly GraphRule[]} */
export const graphRules = [
  {
    name: 'no-import-circles',
    find: (imports) => {
      // Those that another rule refuses are left out: they alone are wrong of the circle that they close.
      const page = imports.filter(
        (edge) => /^(renderer|shared)\//.test(edge.path) && !looksUp(edge) && !crossesFeatures(edge),
      );
      const betweenParts = page.filter(({ path, to }) => partOf(path) !== partOf(to));
      const circles = [...inCircles(page, (path) => path), ...inCircles(betweenParts, partOf)];
      return circles.map((edge) => ({
        ...edge,
        why: `${edge.to} leads back here: nothing imports in a circle`,
      }));
    },
  },
  {
    name: 'exports-are-for-others',
    find: (imports, values) => {
      /** @type {Map<string, Set<string>>} */
      const takenOf = new Map();
      for (const { to, taken } of imports) takenOf.set(to, new Set([...(takenOf.get(to) ?? []), ...taken]));
      return values
        .filter(({ path, name }) => {
          const taken = takenOf.get(path);
          // Scripts are also imported by programs that stand as text in a test.
          if (path.startsWith('scripts/')) return false;
          return !taken?.has('*') && !taken?.has(name) && !takenByRunners.get(name)?.test(path);
        })
        .map(({ path, name, start }) => ({ path, start, why: `no other file imports ${name}` }));
    },
  },
];

/** Elements that a person presses. */
const buttons = new Set(['button', 'Button', 'ActionIcon', 'ToolButton']);

/** What hears main's events: the one listener, where it is begun, and commands of the system's menu. */
const mayHearMain = /^renderer\/(ipc\/|shell\/main\.tsx$)/;

/** States of a component that react-query keeps of every act. */
const keptOfActs = /^set(Busy|Keeping|Loading|Pending|Saving|Sending|Starting|Working|Fault)$/;

/** @type {readonly NodeRule[]} */
export const nodeRules = [
  {
    name: 'acts-are-mutations',
    refuse: (path, node) => {
      if (!path.startsWith('renderer/') || path.startsWith('renderer/ipc/')) return undefined;
      const [imported, type] = [node['imported'], node['typeAnnotation']];
      if (node.type === 'ImportSpecifier' && isName(imported, 'useMutation')) {
        return 'an act is a mutation of useAct or useAction (renderer/ipc/bridge.ts)';
      }
      if (node.type === 'TSAsExpression' && isNode(type) && isName(type['typeName'], 'CarpetaError')) {
        return 'what was thrown may be anything: toCarpetaError reads it';
      }
      if (node.type !== 'VariableDeclarator') return undefined;
      const [pattern, made] = [node['id'], node['init']];
      const isState = isNode(made) && made.type === 'CallExpression' && isName(made['callee'], 'useState');
      const names = isNode(pattern) && pattern.type === 'ArrayPattern' ? pattern['elements'] : undefined;
      const setter = Array.isArray(names) && isNode(names[1]) ? String(names[1]['name']) : '';
      return isState && keptOfActs.test(setter)
        ? 'whether an act is on its way, and why it failed, is told by useAct or useAction'
        : undefined;
    },
  },
  {
    name: 'the-disk-is-patient',
    refuse: (path, node) => {
      const isMadeHere = /^electron\/downloads\/(destination\/(disk|index)|index)\.ts$/.test(path);
      return path.startsWith('electron/') && !isMadeHere && isName(node, 'realDisk')
        ? 'the disk itself does not wait for what a virus scanner holds: patientDisk does'
        : undefined;
    },
  },
  {
    name: 'no-bare-printing',
    refuse: (path, node) => {
      if (!isProduct(path) || mayPrint.test(path) || node.type !== 'MemberExpression') return undefined;
      const object = node['object'];
      const isStream =
        isName(object, 'process') && ['stdout', 'stderr'].some((name) => isName(node['property'], name));
      return isName(object, 'console') || isStream
        ? 'what is printed goes through the log or the terminal, which redact'
        : undefined;
    },
  },
  {
    name: 'page-hears-main-in-one-place',
    refuse: (path, node) => {
      if (!path.startsWith('renderer/') || mayHearMain.test(path)) return undefined;
      const object = node.type === 'MemberExpression' ? node['object'] : undefined;
      const isBridge = isName(object, 'carpeta') || (isNode(object) && isName(object['property'], 'carpeta'));
      return isBridge && isName(node['property'], 'on')
        ? 'renderer/ipc/listen-to-main.ts hears events, whatever screens are open'
        : undefined;
    },
  },
  {
    name: 'no-bare-fetch',
    refuse: (path, node) => {
      if (!isProduct(path)) return undefined;
      const called =
        node.type === 'CallExpression' || node.type === 'NewExpression' ? node['callee'] : undefined;
      const property = isNode(called) && called.type === 'MemberExpression' ? called['property'] : called;
      const onGlobal = called === property || (isNode(called) && isGlobal(called['object']));
      const reaches = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'].some((name) =>
        isName(property, name),
      );
      return reaches && onGlobal ? 'requests go through host.open' : undefined;
    },
  },
  {
    name: 'tls-errors-stand',
    refuse: (path, node) => {
      if (!isProduct(path)) return undefined;
      const name =
        node.type === 'Identifier' ? node['name'] : node.type === 'Literal' ? node['value'] : undefined;
      return loosensTls.has(String(name)) ? 'a certificate that is not trusted is never accepted' : undefined;
    },
  },
  {
    name: 'shell-in-one-place',
    refuse: (path, node) => {
      if (path === 'electron/hosts/electron/desktop.ts' || !isProduct(path)) return undefined;
      const opens = node.type === 'Identifier' && ['openExternal', 'openPath'].includes(String(node['name']));
      return opens ? 'files and addresses are opened by host.desktop, which checks them' : undefined;
    },
  },
  {
    name: 'page-writes-no-markup',
    refuse: (path, node) => {
      if (!path.startsWith('renderer/')) return undefined;
      const name = node.type === 'Identifier' || node.type === 'JSXIdentifier' ? String(node['name']) : '';
      return writesMarkup.has(name) ? 'text of a service is shown as text' : undefined;
    },
  },
  {
    name: 'buttons-that-work-keep-the-focus',
    refuse: (path, node) => {
      if (!path.startsWith('renderer/') || node.type !== 'JSXOpeningElement') return undefined;
      if (!isNode(node['name']) || !buttons.has(String(node['name']['name']))) return undefined;
      const disabled = /** @type {Node[]} */ (node['attributes']).find(
        ({ name }) => isNode(name) && name['name'] === 'disabled',
      );
      let isOfWork = false;
      walk(disabled, (within) => {
        if (isName(within, 'isPending')) isOfWork = true;
      });
      return isOfWork
        ? 'a button that works is loading, or aria-disabled: one that is disabled loses the focus'
        : undefined;
    },
  },
  {
    name: 'tests-do-not-sleep',
    refuse: (path, node) => {
      const called = node.type === 'CallExpression' ? node['callee'] : undefined;
      if (!mustNotWait(path) || !isNode(called)) return undefined;
      const object = called.type === 'MemberExpression' ? called['object'] : undefined;
      const property = called.type === 'MemberExpression' ? called['property'] : called;
      const isTimer = [...timers].some((name) => isName(property, name));
      const isSleep =
        (isName(property, 'sleep') && isName(object, 'systemClock')) ||
        (isName(property, 'wait') && isName(object, 'Atomics'));
      const sleeps = isTimer ? object === undefined || isGlobal(object) : isSleep;
      const passesOn = /** @type {unknown[]} */ (node['arguments']).some((given) =>
        [...timers].some((name) => isName(given, name)),
      );
      return sleeps || passesOn || isName(property, 'waitForTimeout') ? howTestsWait : undefined;
    },
  },
  {
    name: 'tests-take-any-free-port',
    refuse: (path, node) => {
      const called = node.type === 'CallExpression' ? node['callee'] : undefined;
      if (!path.startsWith('test/') || !isNode(called) || !isName(called['property'], 'listen'))
        return undefined;
      const [first] = /** @type {unknown[]} */ (node['arguments']);
      return isFixedPort(isNode(first) && first.type === 'ObjectExpression' ? portOf(first) : first)
        ? 'another program may have this port: 0 takes a free one'
        : undefined;
    },
  },
];

const loosensTls = new Set([
  'rejectUnauthorized',
  'checkServerIdentity',
  'setCertificateVerifyProc',
  'certificate-error',
  'NODE_TLS_REJECT_UNAUTHORIZED',
]);
const writesMarkup = new Set([
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'dangerouslySetInnerHTML',
  'srcdoc',
]);

/** @param {Node} options */
function portOf(options) {
  const properties = /** @type {Node[]} */ (options['properties']);
  return properties.find((property) => isName(property['key'], 'port'))?.['value'];
}

/** @param {unknown} node */
function isFixedPort(node) {
  return isNode(node) && node.type === 'Literal' && Number(node['value']) > 0;
}

/** @param {unknown} node */
function isGlobal(node) {
  return ['globalThis', 'window', 'self'].some((name) => isName(node, name));
}

// @ts-check
import { membersOfSomeSystems, usesOfSomeSystems } from '../electron-platforms.mjs';
import { isName } from '../imports.mjs';
import { isNode } from '../source-files.mjs';
import { isGlobal, isProduct, mayUseElectron } from './source-paths.mjs';

/** @typedef {import('../rules.mjs').Rules} Rules */

/** What of Electron exists on some systems alone. */
const ofSomeSystems = membersOfSomeSystems();

/** Packages that are `electron` or import it, so that plain Node cannot load them. */
const electronPackages = new Set(['electron', 'electron-store', 'electron-log']);
/** Modules of Node that reach a network. */
const networkModules = new Set(['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns', 'dns/promises']);

/** Entries whose printing is what they are for; each passes what it prints through redaction. */
const mayPrint = /^electron\/(cli\.ts$|main\.ts$|cli\/|platform\/terminal\/|platform\/browser\/main\.ts$)/;

const loosensTls = new Set([
  'rejectUnauthorized',
  'checkServerIdentity',
  'setCertificateVerifyProc',
  'certificate-error',
  'NODE_TLS_REJECT_UNAUTHORIZED',
]);

/** @type {Rules} */
export const systemAccess = {
  imports: [
    {
      name: 'electron-stays-in-its-host',
      refuse: (path, { target }) => {
        if (!isProduct(path) || mayUseElectron(path)) return undefined;
        const isElectron =
          (target.kind === 'package' && electronPackages.has(target.name)) ||
          (target.kind === 'file' && mayUseElectron(target.path));
        return isElectron
          ? 'only main.ts, preload.ts and platform/electron/ may import electron or what imports it'
          : undefined;
      },
    },
    {
      name: 'development-host-is-left-out',
      refuse: (path, { target }) => {
        if (!isProduct(path) || path.startsWith('electron/platform/browser/')) return undefined;
        const isDevelopment =
          (target.kind === 'file' && target.path.startsWith('electron/platform/browser/')) ||
          (target.kind === 'package' && /^(@playwright\/|playwright)/.test(target.name));
        return isDevelopment ? 'platform/browser/ is for development and not in the package' : undefined;
      },
    },
    {
      name: 'network-through-the-host',
      refuse: (path, { target }) => {
        const mayReach = /^electron\/(platform|practice)\//.test(path) || !isProduct(path);
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
        !path.startsWith('electron/platform/')
          ? 'only hosts start programs'
          : undefined,
    },
  ],
  files: [
    {
      name: 'electron-members-of-some-systems',
      find: ({ path, program }) => (mayUseElectron(path) ? usesOfSomeSystems(program, ofSomeSystems) : []),
    },
  ],
  nodes: [
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
        return loosensTls.has(String(name))
          ? 'a certificate that is not trusted is never accepted'
          : undefined;
      },
    },
    {
      name: 'shell-in-one-place',
      refuse: (path, node) => {
        if (path === 'electron/platform/electron/desktop.ts' || !isProduct(path)) return undefined;
        const opens =
          node.type === 'Identifier' && ['openExternal', 'openPath'].includes(String(node['name']));
        return opens ? 'files and addresses are opened by host.desktop, which checks them' : undefined;
      },
    },
  ],
};

// @ts-check
import { isName } from '../imports.mjs';
import { isNode, visitNodes } from '../source-files.mjs';
import { crossesFeatures, layerOf, looksUp, pageLayers, partOf } from './source-paths.mjs';

/**
 * @typedef {import('../rules.mjs').Rules} Rules
 * @typedef {import('../source-files.mjs').Node} Node
 */

/** Elements that a person presses. */
const buttons = new Set(['button', 'Button', 'ActionIcon', 'ToolButton']);

/** What hears main's events: the one listener, where it is begun, and commands of the system's menu. */
const mayHearMain = /^renderer\/(ipc\/|app\/main\.tsx$)/;

/** States of a component that react-query keeps of every action. */
const actionStates = /^set(Busy|Keeping|Loading|Pending|Saving|Sending|Starting|Working|Error)$/;

const writesMarkup = new Set([
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'dangerouslySetInnerHTML',
  'srcdoc',
]);

/** @type {Rules} */
export const page = {
  imports: [
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
          ? 'what one feature needs of another is joined in app/, or goes down into components/ or ui/'
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
  ],
  files: [
    {
      name: 'page-has-no-loose-files',
      find: ({ path }) =>
        path.startsWith('renderer/') && layerOf(path) === undefined
          ? [{ start: 0, why: `a file of the page stands in one of ${pageLayers.join(', ')}` }]
          : [],
    },
  ],
  nodes: [
    {
      name: 'acts-are-mutations',
      refuse: (path, node) => {
        if (!path.startsWith('renderer/') || path.startsWith('renderer/ipc/')) return undefined;
        const [imported, type] = [node['imported'], node['typeAnnotation']];
        if (node.type === 'ImportSpecifier' && isName(imported, 'useMutation')) {
          return 'an act is a mutation of useAppMutation or useInvokeMutation (renderer/ipc/invoke-hooks.ts)';
        }
        if (node.type === 'TSAsExpression' && isNode(type) && isName(type['typeName'], 'AppError')) {
          return 'what was thrown may be anything: toAppError reads it';
        }
        if (node.type !== 'VariableDeclarator') return undefined;
        const [pattern, made] = [node['id'], node['init']];
        const isState = isNode(made) && made.type === 'CallExpression' && isName(made['callee'], 'useState');
        const names = isNode(pattern) && pattern.type === 'ArrayPattern' ? pattern['elements'] : undefined;
        const setter = Array.isArray(names) && isNode(names[1]) ? String(names[1]['name']) : '';
        return isState && actionStates.test(setter)
          ? 'whether an act is on its way, and why it failed, is told by useAppMutation or useInvokeMutation'
          : undefined;
      },
    },
    {
      name: 'page-hears-main-in-one-place',
      refuse: (path, node) => {
        if (!path.startsWith('renderer/') || mayHearMain.test(path)) return undefined;
        const object = node.type === 'MemberExpression' ? node['object'] : undefined;
        const isBridge =
          isName(object, 'carpeta') || (isNode(object) && isName(object['property'], 'carpeta'));
        return isBridge && isName(node['property'], 'on')
          ? 'renderer/ipc/listen-to-main.ts hears events, whatever screens are open'
          : undefined;
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
        visitNodes(disabled, (within) => {
          if (isName(within, 'isPending')) isOfWork = true;
        });
        return isOfWork
          ? 'a button that works is loading, or aria-disabled: one that is disabled loses the focus'
          : undefined;
      },
    },
  ],
};

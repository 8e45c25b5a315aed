// @ts-check
import { inCircles } from '../import-cycles.mjs';
import { isNode, visitNodes } from '../source-files.mjs';
import { crossesFeatures, crossesModules, isProduct, looksUp, partOf } from './source-paths.mjs';

/** @typedef {import('../rules.mjs').Rules} Rules */

/** Names that the runners of benchmarks, campaigns and tests take of files which they find by folder. */
const takenByRunners = new Map([
  ['bench', /^test\/bench\//],
  ['campaign', /^test\/campaign\//],
  ['setup', /^test\/support\//],
]);

/** @param {{ path: string }} edge */
const isOfPage = ({ path }) => /^(renderer|shared)\//.test(path);

/** @type {Rules} */
export const project = {
  imports: [
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
  ],
  nodes: [
    {
      name: 'no-spread-of-a-literal',
      refuse: (_, { type, argument }) =>
        (type === 'SpreadElement' || type === 'JSXSpreadAttribute') &&
        isNode(argument) &&
        argument.type === 'ObjectExpression'
          ? 'its properties can stand where it is spread'
          : undefined,
    },
  ],
  files: [
    {
      name: 'rules-name-files-that-are-there',
      find: ({ path, program }, isThere) => {
        if (!path.startsWith('scripts/lint/')) return [];
        /** @type {{ start: number, why: string }[]} */
        const missing = [];
        visitNodes(program, (node) => {
          const named = node.type === 'Literal' ? String(node['value']) : '';
          if (
            /^(electron|renderer|shared|scripts|test)\/[\w./-]+\.(ts|tsx|mjs)$/.test(named) &&
            !isThere(named)
          )
            missing.push({
              start: node.start,
              why: `${named} is gone: what it was allowed goes with it`,
            });
        });
        return missing;
      },
    },
  ],
  graph: [
    {
      name: 'no-import-circles',
      find: (imports) => {
        // Those that another rule refuses are left out: they alone are wrong of the circle that they close.
        const page = imports.filter((edge) => isOfPage(edge) && !looksUp(edge) && !crossesFeatures(edge));
        const acrossFolders = page.filter(({ path, to }) => partOf(path) !== partOf(to));
        // What crosses modules is left to `rooms-form-no-circles`.
        const others = imports.filter((edge) => !isOfPage(edge) && !crossesModules(edge));
        const circles = [
          ...[page, others].flatMap((edges) => inCircles(edges, (path) => path)),
          ...inCircles(acrossFolders, partOf),
        ];
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
  ],
};

import type { Handlers } from '../../shared/contract.ts';
import type { ConfigurationFile } from './configuration.ts';
import type { Search } from './search.ts';

/** The calls that this module handles. */
export type SearchCall = Extract<
  keyof Handlers,
  | 'types.list'
  | `search.${string}`
  | 'rows.window'
  | 'rows.columns'
  | 'rows.readAhead'
  | 'rows.find'
  | 'dispatch.view'
  | `saved.${string}`
  | `configuration.${string}`
  | `kept.${string}`
>;

/** The search's part of the contract. */
export function searchHandlers(search: Search, configuration: ConfigurationFile): Pick<Handlers, SearchCall> {
  const { runner, rows, saved } = search;
  return {
    'types.list': ({ connectionId }) => search.types(connectionId),
    'search.understand': ({ text, connectionIds }) => search.parseQuery(text, connectionIds),
    'search.weigh': (query) => search.weigh(query),
    'search.start': async (query) => ({ resultSetId: await runner.start(query) }),
    'search.progress': ({ resultSetId }) => runner.progress(resultSetId),
    'search.cancel': ({ resultSetId }) => runner.cancel(resultSetId),
    'search.repeat': ({ resultSetId, taskId }) =>
      runner.repeat(resultSetId, taskId === undefined ? undefined : Number(taskId)),
    'search.askRest': ({ resultSetId }) => runner.askRest(resultSetId),
    'search.clientsWithout': ({ resultSetId }) => search.clientsWithout(resultSetId),
    'search.outcomes': ({ resultSetId }) => search.outcomes(resultSetId),
    'search.question': ({ resultSetId }) => search.query(resultSetId),
    'search.recent': () => search.recent(),
    'search.examples': () => search.examples(),
    'rows.window': (query) => rows.window(query),
    'rows.columns': ({ resultSetId, list }) => rows.columns(resultSetId, list),
    'rows.readAhead': ({ resultSetId, list, columns }) => rows.readAhead(resultSetId, list, columns),
    'rows.find': ({ text }) => rows.find(text),
    'dispatch.view': (lookup) => search.view(lookup),
    'saved.list': () => saved.list(),
    'saved.unreadable': () => saved.unreadable(),
    'saved.create': ({ resultSetId, ...draft }) => saved.create(draft, resultSetId),
    'saved.change': ({ id, ...change }) => saved.change(id, definedOnly(change)),
    'saved.duplicate': ({ id, name }) => saved.duplicate(id, name),
    'saved.remove': ({ id }) => saved.remove(id),
    'saved.refresh': ({ id }) => saved.refresh(id, { isUrgent: true }),
    'saved.news': () => saved.news(),
    'saved.markSeen': async ({ id }) => ({ markId: await saved.markSeen(id) }),
    'saved.unmarkSeen': ({ markId }) => saved.unmarkSeen(markId),
    'saved.newPapers': ({ id }) => saved.newDocuments(id),
    'configuration.save': () => configuration.save(),
    'configuration.load': () => configuration.load(),
    'kept.purge': async (scope) => {
      try {
        await search.retention.purge(definedOnly(scope));
      } finally {
        // If counting the changes fails now, the next poll, within a minute, counts them.
        await saved.poll().catch(() => undefined);
      }
    },
  };
}

/** The fields that have a value, so that undefined ones are left out of a change. */
function definedOnly<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const fields = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

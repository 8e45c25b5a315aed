import { z } from 'zod';
import { listExport } from '../lists/list-export.ts';
import type { ConfigurationLoaded } from '../model/configuration.ts';
import type { Day } from '../model/dates.ts';
import type { DocumentKey, TypeList } from '../model/document.ts';
import { lists } from '../model/lists.ts';
import type { Rut } from '../model/rut.ts';
import {
  type DispatchOutcome,
  type DispatchView,
  type FoundDocuments,
  type ParsedQuery,
  type RowsByList,
  type SavedSearch,
  type SearchChange,
  type SearchExamples,
  type SearchProgress,
  savedSearchDraft,
  type UnreadableSaved,
} from '../model/search.ts';
import { type RowsQuery, rowsQuery, searchQuerySchema } from '../model/search-query.ts';
import { rutSchema } from '../model/value-schemas.ts';
import { call, dispatchKey, id, nothing } from './define-call.ts';

/** Calls about queries to agencies and their stored results: searches, rows, one dispatch, saved searches. */
export const searchCalls = {
  'types.list': call<TypeList>()(z.object({ connectionId: z.string().min(1) })),

  'search.parse': call<ParsedQuery>()(
    z.object({ text: z.string().max(200_000), connectionIds: z.array(z.string()).max(50).default([]) }),
  ),
  /** The days that a text of a filter names, up to the last of them, and the text without them. */
  'search.days': call<{ period?: { start: Day; end: Day }; rest: string }>()(
    z.object({ text: z.string().max(500) }),
  ),
  /** The number of tasks of a query, and its minimum number of requests. */
  'search.estimate': call<{ tasks: number; requests: number }>()(searchQuerySchema),
  'search.start': call<{ resultSetId: string }>()(searchQuerySchema),
  'search.progress': call<SearchProgress>()(z.object({ resultSetId: z.string() })),
  'search.cancel': call<void>()(z.object({ resultSetId: z.string() })),
  /** Repeats the tasks that had a problem, or the one given; resumes an interrupted search run. */
  'search.repeat': call<void>()(z.object({ resultSetId: z.string(), taskId: z.string().optional() })),
  /** Requests the dispatches that were not found as the remaining clients of the directory. */
  'search.requestRest': call<void>()(z.object({ resultSetId: z.string() })),
  /** The outcome of each requested dispatch. */
  'search.outcomes': call<DispatchOutcome[]>()(z.object({ resultSetId: z.string() })),
  /** The clients for which a query of dates found nothing, once all its types were requested. */
  'search.clientsWithout': call<Rut[]>()(z.object({ resultSetId: z.string() })),
  /** The query of a result set, however old. */
  'search.query': call<z.infer<typeof searchQuerySchema>>()(z.object({ resultSetId: z.string() })),
  /** Examples of searches for stored data. */
  'search.examples': call<SearchExamples>()(nothing),
  /** Number of recent searches that cannot be read, and are not listed. */
  'search.unreadable': call<number>()(nothing),
  'search.recent':
    call<{ resultSetId: string; query: z.infer<typeof searchQuerySchema>; at: string }[]>()(nothing),

  'rows.page': call<RowsByList[RowsQuery['list']]>()(rowsQuery),
  /** Keys of the service's items in a result set, for the column chooser. */
  'rows.columns': call<string[]>()(z.object({ resultSetId: z.string(), list: z.enum(lists) })),
  /** Reports the visible columns: their sort keys are preloaded. */
  'rows.preload': call<void>()(
    rowsQuery
      .pick({ resultSetId: true, list: true })
      .extend({ columns: z.array(z.string().max(200)).max(500) }),
  ),
  'rows.find': call<FoundDocuments>()(z.object({ text: z.string().min(1).max(500) })),
  /** Saves a whole list, as shown, at a path that the person selects; undefined if they cancelled. */
  'lists.export': call<{ path: string } | undefined>()(listExport),

  'dispatch.view': call<DispatchView>()(dispatchKey.extend({ ask: z.boolean() })),

  'saved.list': call<SavedSearch[]>()(nothing),
  'saved.unreadable': call<UnreadableSaved[]>()(nothing),
  'saved.create': call<SavedSearch>()(savedSearchDraft.extend({ resultSetId: z.string().optional() })),
  'saved.change': call<SavedSearch>()(savedSearchDraft.partial().extend({ id: z.string() })),
  'saved.duplicate': call<SavedSearch>()(id.extend({ name: z.string().trim().min(1).max(120) })),
  'saved.remove': call<void>()(id),
  'saved.refresh': call<void>()(id),
  'saved.changes': call<SearchChange[]>()(nothing),
  /** Marks the changes of one saved search, or of all, as seen; the returned id undoes it. */
  'saved.markSeen': call<{ markId: string }>()(z.object({ id: z.string().optional() })),
  'saved.unmarkSeen': call<void>()(z.object({ markId: z.string() })),
  /** Documents that are new or changed since the saved search was marked as seen, to be downloaded. */
  'saved.newDocuments': call<DocumentKey[]>()(id),

  /**
   * Saves one file with saved searches, clients, templates and connections, never a key or a link; undefined
   * if the person cancelled.
   */
  'configuration.save': call<{ path: string } | undefined>()(nothing),
  /** Loads such a file after validating all of it; existing entries stay. */
  'configuration.load': call<ConfigurationLoaded | undefined>()(nothing),

  /**
   * Permanently deletes the stored data of a connection, of a client, or of a client at a connection; files
   * on disk stay.
   */
  'stored.purge': call<void>()(
    z
      .object({ connectionId: z.string().min(1).max(200).optional(), rut: rutSchema.optional() })
      .refine(({ connectionId, rut }) => connectionId !== undefined || rut !== undefined),
  ),
} as const;

import { dayInSantiago, resolveRange } from '../../shared/model/dates.ts';
import type { DocumentType } from '../../shared/model/document.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { SearchQuery } from '../../shared/model/search-query.ts';
import type { KnownDispatch, PlannedTask, SearchTask } from '../database/index.ts';

/** The types of a connection, for planning. */
export interface KnownTypes {
  /** Undefined until the catalogue has been read once. */
  catalogue: readonly DocumentType[] | undefined;
  /** Types of documents seen in any result. */
  seen: readonly string[];
}

export interface PlanInput {
  query: SearchQuery;
  /**
   * When this run started, UTC ISO 8601: relative ranges are resolved to that day, even if the run is resumed
   * later.
   */
  runStartedAt: string;
  tasks: readonly SearchTask[];
  typesOf(connectionId: string): KnownTypes;
  /** Dispatches that this run found by their types. */
  found: readonly KnownDispatch[];
}

/**
 * Every task of a query, as far as the results so far tell: first catalogues, then types, then the dispatches
 * found. Called again after each round; the plan is complete when a round adds nothing.
 */
export function planTasks(input: PlanInput): PlannedTask[] {
  return input.query.kind === 'range' ? planRange(input, input.query) : planDispatches(input, input.query);
}

function planRange(
  { runStartedAt, tasks, typesOf, found }: PlanInput,
  query: Extract<SearchQuery, { kind: 'range' }>,
): PlannedTask[] {
  const { start, end } = resolveRange(query.range, dayInSantiago(Date.parse(runStartedAt)));
  return query.connectionIds.flatMap((connectionId) => {
    const own = tasks.filter((task) => task.connectionId === connectionId);
    const ofTypes = own.filter(({ kind }) => kind === 'type');
    // The dispatches are known once every type has been read.
    const areRead = ofTypes.length > 0 && ofTypes.every(({ state }) => state !== 'waiting');
    const dispatches = areRead ? found.filter((dispatch) => dispatch.connectionId === connectionId) : [];
    return [
      ...(query.types.kind === 'all' ? [taskOf('catalogue', connectionId)] : []),
      ...typesOfQuery(query, own, typesOf(connectionId)).flatMap((subject) =>
        query.ruts.map((rut) => ({ ...taskOf('type', connectionId, rut), subject, start, end })),
      ),
      ...[...new Set(dispatches.map(({ rut }) => rut))].map((rut) => taskOf('statuses', connectionId, rut)),
      ...(query.complete ? dispatches : []).flatMap(({ number, rut }) =>
        (['dispatch', 'disbursements'] as const).map((kind) => ({
          ...taskOf(kind, connectionId),
          subject: number,
          ruts: [rut],
        })),
      ),
    ];
  });
}

function typesOfQuery(
  { types }: Extract<SearchQuery, { kind: 'range' }>,
  tasks: readonly SearchTask[],
  known: KnownTypes,
): string[] {
  if (types.kind === 'some') return unique(types.names);
  const isCatalogueRead = tasks.some(({ kind, state }) => kind === 'catalogue' && state === 'done');
  return isCatalogueRead ? typesToRequest(known, types.operation) : [];
}

function planDispatches(
  { tasks }: PlanInput,
  query: Extract<SearchQuery, { kind: 'dispatches' }>,
): PlannedTask[] {
  const requested = query.connectionIds.flatMap((connectionId) =>
    query.dispatches.map(({ number, ruts }) => ({
      ...taskOf('dispatch', connectionId),
      subject: number,
      ruts,
    })),
  );
  const found = tasks.flatMap(({ kind, state, foundRut, connectionId, subject }) => {
    if (kind !== 'dispatch' || state !== 'done' || foundRut === '') return [];
    return (['status', 'disbursements'] as const).map((more) => ({
      ...taskOf(more, connectionId),
      subject,
      ruts: [foundRut],
    }));
  });
  return [...requested, ...found];
}

function taskOf(kind: PlannedTask['kind'], connectionId: string, rut: Rut | '' = ''): PlannedTask {
  return { kind, connectionId, rut, ruts: [], subject: '', start: '', end: '' };
}

/**
 * Types of the catalogue for an operation, and types seen in results that the catalogue no longer lists.
 * Their documents can still be requested (names.md, GET /master/file-types). A type without an operation
 * counts for both.
 */
export function typesToRequest(
  { catalogue = [], seen }: KnownTypes,
  operation: 'impo' | 'expo' | 'both',
): string[] {
  const operationCode = { impo: 'IMP', expo: 'EXP', both: '' }[operation];
  const listed = catalogue
    .filter(
      (type) =>
        operationCode === '' || type.operation === '' || type.operation.toUpperCase() === operationCode,
    )
    .map(({ name }) => name);
  const known = new Set(catalogue.map(({ name }) => name.trim()));
  return unique([...listed, ...seen.filter((name) => !known.has(name.trim()))]);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '');
}

/**
 * Estimates the tasks and requests of a query. A range gets the minimum, without the dispatches that it
 * finds. Dispatches without a known client get the maximum, as if the last of `clients` had them.
 */
export function estimateTasks(
  query: SearchQuery,
  typesOf: (connectionId: string) => KnownTypes,
  clients: number,
): {
  tasks: number;
  requests: number;
} {
  if (query.kind === 'dispatches') {
    const { connectionIds, dispatches } = query;
    const tries = dispatches.reduce((sum, { ruts }) => sum + (ruts.length || Math.max(1, clients)), 0);
    const tasks = connectionIds.length * dispatches.length;
    // For each dispatch found, its status and disbursements are requested too.
    return { tasks, requests: connectionIds.length * tries + tasks * 2 };
  }
  let [tasks, requests] = [0, 0];
  for (const connectionId of query.connectionIds) {
    const { types } = query;
    const names =
      types.kind === 'some' ? unique(types.names) : typesToRequest(typesOf(connectionId), types.operation);
    tasks += names.length * query.ruts.length;
    requests += names.length * query.ruts.length + (types.kind === 'all' ? 1 : 0);
  }
  return { tasks, requests };
}

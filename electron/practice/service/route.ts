/**
 * The operations of the API. `dispatches` is `GET /dispatch/status`, which not every deployment has
 * (names.md).
 */
export type Endpoint =
  | 'dispatch-files'
  | 'dispatch-status'
  | 'disbursements'
  | 'dispatches'
  | 'files'
  | 'file-types';

/** All operations, in the order in which a person uses them. */
export const endpoints = [
  'file-types',
  'dispatches',
  'files',
  'dispatch-files',
  'dispatch-status',
  'disbursements',
] as const satisfies readonly Endpoint[];

/** A parsed path. `agency` and `dispatch` are decoded and trimmed, and `''` when they are missing. */
export interface Route {
  endpoint: Endpoint;
  agency: string;
  dispatch: string;
}

const operations: ReadonlyMap<string, Endpoint> = new Map([
  ['dispatch/status', 'dispatches'],
  ['files', 'files'],
  ['master/file-types', 'file-types'],
]);

const ofOneDispatch: ReadonlyMap<string, Endpoint> = new Map([
  ['files', 'dispatch-files'],
  ['status', 'dispatch-status'],
  ['desembolsos', 'disbursements'],
]);

/** Parses the path of a request, still encoded; undefined when the API has no such path. */
export function routeOf(path: string): Route | undefined {
  const segments = path.split('/').slice(1).map(decoded);
  const [first = '', second = ''] = segments;
  const named = second === 'v1' ? operationOf(segments.slice(2)) : undefined;
  if (named !== undefined) return { ...named, agency: first };
  // `/v1/files`: the agency is missing, which is not an unknown path (PROJECT_ID_UNDEFINED).
  const nameless = first === 'v1' ? operationOf(segments.slice(1)) : undefined;
  return nameless && { ...nameless, agency: '' };
}

function operationOf(segments: readonly string[]): Omit<Route, 'agency'> | undefined {
  const [first, dispatch, last] = segments;
  if (first === 'dispatch' && segments.length === 3 && dispatch !== undefined) {
    const endpoint = ofOneDispatch.get(last ?? '');
    return endpoint && { endpoint, dispatch };
  }
  const endpoint = operations.get(segments.join('/'));
  return endpoint && { endpoint, dispatch: '' };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    // An invalid percent sign is no error: the segment is taken literally.
    return segment.trim();
  }
}

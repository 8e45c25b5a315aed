import type { ServerResponse } from 'node:http';
import type { RequestObserver } from '../../../../electron/practice/options.ts';
import { type Endpoint, singleHeader } from '../../../../electron/practice/service/exchange.ts';

/** One request to the API and its response status. Never contains the key. */
export interface SeenRequest {
  /** Undefined for a path that the API does not have. */
  endpoint: Endpoint | undefined;
  method: string;
  /** Decoded; `''` where the path has none. */
  agency: string;
  dispatch: string;
  /** Without the key. */
  query: Readonly<Record<string, string>>;
  /** What the client sent as `X-Request-Id`. */
  sentId: string | undefined;
  requestId: string;
  /** Absent while there is no response yet. */
  status?: number;
  /** Milliseconds since 1970 by the agency's clock. */
  at: number;
}

/** The requests to a practice agency, for tests such as "nothing is downloaded twice". */
export interface PracticeRequests {
  /** Number of requests to an operation; to all operations by default. */
  count(endpoint?: Endpoint): number;
  /** The last 20,000 requests to the API, in order of arrival. */
  seen(): readonly SeenRequest[];
  /** How often a file was requested, and how often a request was served whole; 0 for both when never. */
  file(documentId: string): { requested: number; served: number };
  files(): { requested: number; served: number };
  /** Maximum number of concurrent requests to the API, and for files. */
  peakConcurrency(): { service: number; files: number };
  /** Resets all counts. */
  forget(): void;
}

const maxStored = 20_000;

/** A log, and what fills it; `now` in milliseconds since 1970. */
export function createRequestLog(now: () => number): {
  requests: PracticeRequests;
  observer: RequestObserver;
} {
  let counts = new Map<Endpoint | undefined, number>();
  let seen: SeenRequest[] = [];
  let files = new Map<string, { requested: number; served: number }>();
  let peaks = { service: 0, files: 0 };
  const underWay = { service: 0, files: 0 };
  const entryOf = (documentId: string) => {
    const found = files.get(documentId);
    if (found !== undefined) return found;
    const entry = { requested: 0, served: 0 };
    files.set(documentId, entry);
    return entry;
  };
  const requests: PracticeRequests = {
    count(endpoint) {
      if (endpoint !== undefined) return counts.get(endpoint) ?? 0;
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
    seen: () => seen.slice(-maxStored),
    file: (documentId) => ({ ...(files.get(documentId) ?? { requested: 0, served: 0 }) }),
    files() {
      const sum = { requested: 0, served: 0 };
      for (const { requested, served } of files.values()) {
        sum.requested += requested;
        sum.served += served;
      }
      return sum;
    },
    peakConcurrency: () => ({ ...peaks }),
    forget() {
      peaks = { ...underWay };
      counts = new Map();
      files = new Map();
      seen = [];
    },
  };
  /** Counts a request as running until its response has been sent, or never will be. */
  const begin = (where: 'service' | 'files', response: ServerResponse) => {
    underWay[where] += 1;
    peaks[where] = Math.max(peaks[where], underWay[where]);
    // Not `close` alone: it may come after the client has gone on to its next request.
    let isUnderWay = true;
    const end = () => {
      if (isUnderWay) underWay[where] -= 1;
      isUnderWay = false;
    };
    response.once('finish', end).once('close', end);
  };
  const observer: RequestObserver = {
    onCall({ request, response, route, query, requestId }) {
      begin('service', response);
      const entry: SeenRequest = {
        endpoint: route?.endpoint,
        method: request.method ?? '',
        agency: route?.agency ?? '',
        dispatch: route?.dispatch ?? '',
        query: query.withoutKey(),
        sentId: singleHeader(request.headers['x-request-id']),
        requestId,
        at: now(),
      };
      counts.set(entry.endpoint, (counts.get(entry.endpoint) ?? 0) + 1);
      seen.push(entry);
      if (seen.length > 2 * maxStored) seen = seen.slice(-maxStored);
      return (status) => {
        entry.status = status;
      };
    },
    onFileRequest(documentId, response) {
      entryOf(documentId).requested += 1;
      begin('files', response);
    },
    onFileServed(documentId) {
      entryOf(documentId).served += 1;
    },
  };
  return { requests, observer };
}

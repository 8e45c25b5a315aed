import type { ServerResponse } from 'node:http';
import type { Endpoint } from './service/route.ts';

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

/** The counts, and what the servers call to record them. */
export interface RequestLog extends PracticeRequests {
  /** Counts a request to the API; the returned function records the status of its response. */
  add(request: SeenRequest): (status: number) => void;
  /** Counts a request for the file and returns its number. */
  fileRequested(documentId: string): number;
  fileServed(documentId: string): void;
  /** Counts a request as running until its response has been sent, or never will be. */
  begin(where: 'service' | 'files', response: ServerResponse): void;
}

const maxStored = 20_000;

export function createRequestLog(): RequestLog {
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
  return {
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
    add(request) {
      counts.set(request.endpoint, (counts.get(request.endpoint) ?? 0) + 1);
      seen.push(request);
      if (seen.length > 2 * maxStored) seen = seen.slice(-maxStored);
      return (status) => {
        request.status = status;
      };
    },
    begin(where, response) {
      underWay[where] += 1;
      peaks[where] = Math.max(peaks[where], underWay[where]);
      // Not `close` alone: it may come after the client has gone on to its next request.
      let isUnderWay = true;
      const end = () => {
        if (isUnderWay) underWay[where] -= 1;
        isUnderWay = false;
      };
      response.once('finish', end).once('close', end);
    },
    fileRequested(documentId) {
      return ++entryOf(documentId).requested;
    },
    fileServed(documentId) {
      entryOf(documentId).served += 1;
    },
  };
}

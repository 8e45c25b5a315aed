import type { ServerResponse } from 'node:http';
import type { Endpoint } from './service/route.ts';

/** One request to the service, as it came and as it was answered. Never holds the key. */
export interface SeenRequest {
  /** Undefined for a path that the service does not have. */
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
  /** Absent while no answer has been given. */
  status?: number;
  /** Milliseconds since 1970 by the agency's clock. */
  at: number;
}

/** What was asked of a practice agency, for tests that say "nothing is fetched twice". */
export interface PracticeRequests {
  /** How many requests an operation got; all operations when left out. */
  count(endpoint?: Endpoint): number;
  /** The last 20,000 requests to the service, in the order in which they came. */
  seen(): readonly SeenRequest[];
  /**
   * How often a file was asked for, and how often all that was asked of it went out; 0 for both when never.
   */
  file(documentId: string): { asked: number; served: number };
  /** Those counts over all files. */
  files(): { asked: number; served: number };
  /** How many requests to the service, and for files, were under way together at the most. */
  peakConcurrency(): { service: number; files: number };
  /** Forgets all of it. */
  forget(): void;
}

/** The counts, and what the servers tell it. */
export interface RequestLog extends PracticeRequests {
  /** Counts a request to the service; what is returned takes the status of its answer. */
  add(request: SeenRequest): (status: number) => void;
  /** Tells the how-manyth request for the file it is. */
  fileAsked(documentId: string): number;
  fileServed(documentId: string): void;
  /** Counts a request as under way until its answer has left, or never will. */
  begin(where: 'service' | 'files', response: ServerResponse): void;
}

const maxStored = 20_000;

/** An empty log. */
export function createRequestLog(): RequestLog {
  let counts = new Map<Endpoint | undefined, number>();
  let seen: SeenRequest[] = [];
  let files = new Map<string, { asked: number; served: number }>();
  let peaks = { service: 0, files: 0 };
  const underWay = { service: 0, files: 0 };
  const entryOf = (documentId: string) => {
    const found = files.get(documentId);
    if (found !== undefined) return found;
    const entry = { asked: 0, served: 0 };
    files.set(documentId, entry);
    return entry;
  };
  return {
    count(endpoint) {
      if (endpoint !== undefined) return counts.get(endpoint) ?? 0;
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
    seen: () => seen.slice(-maxStored),
    file: (documentId) => ({ ...(files.get(documentId) ?? { asked: 0, served: 0 }) }),
    files() {
      const sum = { asked: 0, served: 0 };
      for (const { asked, served } of files.values()) {
        sum.asked += asked;
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
      // Not `close` alone: it may come after whoever asked has gone on to the next.
      let isUnderWay = true;
      const end = () => {
        if (isUnderWay) underWay[where] -= 1;
        isUnderWay = false;
      };
      response.once('finish', end).once('close', end);
    },
    fileAsked(documentId) {
      return ++entryOf(documentId).asked;
    },
    fileServed(documentId) {
      entryOf(documentId).served += 1;
    },
  };
}

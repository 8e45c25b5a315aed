import { compositeKey } from '../../shared/composite-key.ts';
import { AppError, isAppError } from '../../shared/errors.ts';
import { isOfService, mostAttempts, ruleOf } from '../../shared/retry-table.ts';
import { type Breaker, NotAsked } from '../jobs/index.ts';
import { parseBaseUrl } from '../lib/base-url.ts';
import { readDisbursements } from './endpoints/disbursements.ts';
import { reachDispatches } from './endpoints/dispatch-list.ts';
import { readStatus, readStatusList } from './endpoints/dispatch-status.ts';
import { readDocumentTypes } from './endpoints/document-types.ts';
import { readDocumentPage } from './endpoints/documents.ts';
import { defaultLimits, type Limits } from './http-attempt.ts';
import { type Ask, type AttemptRecord, converse, type Heard, type Means, type Pace } from './request.ts';
import type { Asker, Service } from './responses.ts';

/** The connection that a service is the service of. */
export interface ServiceOptions extends Asker {
  /** Refused with `BASE_URL_INVALID` or `BASE_URL_INSECURE` when something is asked of it. */
  baseUrl: string;
  agency: string;
  /** Asked for before each call, so that a replaced key is used at once. May reject with `KEY_MISSING` or `NO_KEYCHAIN`. */
  key: () => Promise<string> | string;
  /** Default: 35 s of silence, 120 s in all, 64 MiB. */
  limits?: Partial<Limits>;
  /** Told of each attempt, redacted. */
  onAttempt?: (record: AttemptRecord) => void;
  /** In front of every request, where several clients share a service. Default: each is sent at once. */
  pace?: Pace;
  /** Before every request but those of a person who waits, and of probes. Default: each is sent. */
  breaker?: Breaker;
}

async function readFrom<T>(heard: Heard, read: (heard: Heard) => T | Promise<T>): Promise<T> {
  try {
    return await read(heard);
  } catch (thrown) {
    throw thrown instanceof AppError ? heard.blame(thrown) : thrown;
  }
}

/** Whether what is asked for is documents: types are given by many a service that gives nothing else, and states by few. */
function tellsOfOutages({ endpoint }: Ask): boolean {
  return endpoint.endsWith('/files');
}

/** Tells a breaker what asking has come to: no way to a service is everybody's, and what it errs about may be this question alone. */
function noteFailure(breaker: Breaker | undefined, ask: Ask, error: AppError): void {
  const { concerns, follows } = ruleOf(error.code);
  if (concerns === 'way' && follows !== 'retry') breaker?.open(error);
  else if (isOfService(error) && tellsOfOutages(ask)) {
    const { rut, fileTypeName } = ask.query;
    breaker?.failed(compositeKey(...ask.segments, rut, fileTypeName), error);
  }
}

/** The most that `GET /dispatch/status` gives at once (names.md). */
const longestList = 200;

/**
 * The client of one connection. Every function rejects with an `AppError` that carries its exchange, redacted; with the service's own code
 * where the service refused, and with `CANCELLED` when its signal ends.
 */
export function createService(means: Means, options: ServiceOptions): Service {
  const { attempts = mostAttempts, onAttempt, onRequest, onFailed, pace, isUrgent = false } = options;
  const limits = { ...defaultLimits, attempts, ...options.limits };
  const breaker = options.isProbe ? undefined : options.breaker;
  const asking = { limits, pace, breaker, isUrgent, onAttempt, onRequest, onFailed };

  async function ask<T>(
    question: Ask,
    signal: AbortSignal | undefined,
    read: (heard: Heard) => T | Promise<T>,
  ): Promise<T> {
    // Judged before the key is even fetched: it must not travel in the open.
    const baseUrl = parseBaseUrl(options.baseUrl);
    const access = { baseUrl, agency: options.agency, key: await options.key() };
    const begun = means.clock.elapsed();
    try {
      const heard = await converse(means, asking, access, question, signal);
      const content = await readFrom(heard, read);
      // What nobody can read serves nobody.
      if (tellsOfOutages(question)) breaker?.served(begun);
      breaker?.leave(question, true);
      return content;
    } catch (thrown) {
      if (thrown instanceof AppError && !(thrown instanceof NotAsked)) noteFailure(breaker, question, thrown);
      breaker?.leave(question, isAppError(thrown) && thrown.code !== 'CANCELLED' && !isOfService(thrown));
      throw thrown;
    }
  }

  return {
    documentTypes: ({ recordType, signal, onDoubt }) =>
      ask(
        { endpoint: 'GET /master/file-types', segments: ['master', 'file-types'], query: { recordType } },
        signal,
        (heard) => readDocumentTypes(heard, onDoubt),
      ),
    dispatchFiles: ({ dispatch, rut, type, nextToken, signal }) =>
      ask(
        {
          endpoint: 'GET /dispatch/{numeroDespacho}/files',
          segments: ['dispatch', dispatch, 'files'],
          query: { rut, fileTypeName: type, nextToken },
        },
        signal,
        (heard) => readDocumentPage(heard, { rut, dispatch }),
      ),
    files: ({ rut, start, end, type, nextToken, signal }) =>
      ask(
        {
          endpoint: 'GET /files',
          segments: ['files'],
          query: { rut, startDate: start, endDate: end, fileTypeName: type, nextToken },
        },
        signal,
        (heard) => readDocumentPage(heard, { rut }),
      ),
    status: ({ dispatch, rut, signal }) =>
      ask(
        {
          endpoint: 'GET /dispatch/{numeroDespacho}/status',
          segments: ['dispatch', dispatch, 'status'],
          query: { rut },
        },
        signal,
        (heard) => readStatus(heard, { rut, dispatch }),
      ),
    disbursements: ({ dispatch, rut, signal }) =>
      ask(
        {
          endpoint: 'GET /dispatch/{numeroDespacho}/desembolsos',
          segments: ['dispatch', dispatch, 'desembolsos'],
          query: { rut },
        },
        signal,
        (heard) => readDisbursements(heard, { rut, dispatch }),
      ),
    async dispatches({ rut, signal }) {
      try {
        return await reachDispatches(({ recordType, isCompleted }, orderDirection) =>
          ask(
            {
              endpoint: 'GET /dispatch/status',
              segments: ['dispatch', 'status'],
              query: {
                rut,
                recordType,
                isCompleted: isCompleted?.toString(),
                // An order that no change during the reading can move.
                orderBy: 'createdDate',
                orderDirection,
                limit: String(longestList),
              },
            },
            signal,
            (heard) => readStatusList(heard, { rut, most: longestList }),
          ),
        );
      } catch (thrown) {
        if (isAbsent(thrown)) return undefined;
        throw thrown;
      }
    },
  };
}

/**
 * How a deployment says that it does not have an endpoint: it takes `status` for the number of a dispatch (api.md, Errors), knows no such path, or
 * leaves the answer to what stands before it, which knows no code of the service. A 404 under another code tells of the client or the agency. Where an
 * address is wrong, the documents that are asked for instead say so.
 */
const absent: ReadonlySet<string> = new Set([
  'DISPATCH_NOT_FOUND',
  ...['NOT_FOUND', 'PATH_NOT_FOUND', 'ROUTE_NOT_FOUND', 'ENDPOINT_NOT_FOUND'],
  'RESPONSE_UNREADABLE',
]);

function isAbsent(thrown: unknown): boolean {
  return isAppError(thrown) && thrown.status === 404 && absent.has(thrown.code);
}

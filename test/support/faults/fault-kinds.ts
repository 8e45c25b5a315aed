import type { PauseReason } from '../../../shared/model/download.ts';
import type { InjectedFault, InjectedFaultKind } from '../agency/practice-agency.ts';
import type { Fate, Verdict } from './fault-trial.ts';

/**
 * What a fault meets: every answer of the service, the documents of two documents, or only transfers that are
 * being continued.
 */
export type Where = 'service' | 'storage' | 'continued';

/** One form of a kind of misbehaviour, and what is to come of it. */
export interface Fault {
  name: string;
  where: Where;
  fate: Fate;
  injectedFaults(documents: readonly string[]): readonly InjectedFault[];
  changesAgency?: boolean;
  isLarge?: boolean;
}

/** Nothing is to be seen of it in the end. */
export const whole: Fate = { is: 'ends', verdicts: ['done'] };
/** The batch ends, with one of these verdicts where the fault was met. */
export const ends = (...verdicts: Verdict[]): Fate => ({ is: 'ends', verdicts });
/** The batch stands still until the fault has gone. */
export const stands = (why: PauseReason, ...codes: string[]): Fate => ({ is: 'paused', why: [why], codes });

type AtApi = Extract<InjectedFault, { endpoint?: unknown }>;
type AtStorage = Extract<InjectedFault, { documents?: unknown }>;

/**
 * The service alone is asked for links by `/dispatch/{n}/files`; once means: the first time somebody asks.
 */
function service(name: string, fate: Fate, injectedFault: AtApi, more: Partial<Fault> = {}): Fault {
  const where = 'service';
  return {
    name,
    where,
    fate,
    injectedFaults: () => [{ ...injectedFault, endpoint: 'dispatch-files' }],
    ...more,
  };
}

/** With `times`, so often at each of the two documents. */
function storage(name: string, fate: Fate, injectedFault: AtStorage, more: Partial<Fault> = {}): Fault {
  const injectedFaults = (documents: readonly string[]) =>
    documents.map((document) => ({ ...injectedFault, documents: [document] }));
  return { name, where: 'storage', fate, injectedFaults, ...more };
}

const once = { times: 1 } as const;
const broken: Verdict[] = ['failed TRANSFER_BROKEN', 'failed LENGTH_MISMATCH', 'failed NO_NETWORK'];

/**
 * Every kind that the practice agency knows, in the forms that matter to a download; a kind that is missing
 * does not compile.
 */
export const faults: Readonly<Record<InjectedFaultKind, readonly Fault[]>> = {
  answer: [
    service('500 twice', whole, { kind: 'answer', code: 'INTERNAL_ERROR', times: 2 }),
    service('a code of the data layer', whole, {
      kind: 'answer',
      code: 'DATA_SOURCE_DOWN',
      status: 500,
      ...once,
    }),
    service('500 for good', stands('offline', 'INTERNAL_ERROR'), { kind: 'answer', code: 'INTERNAL_ERROR' }),
    service('a refused key', stands('connection-refused', 'API_KEY_INVALID'), {
      kind: 'answer',
      code: 'API_KEY_INVALID',
    }),
    service('another agency', stands('connection-refused', 'PROJECT_ID_UNAUTHORIZED'), {
      kind: 'answer',
      code: 'PROJECT_ID_UNAUTHORIZED',
    }),
    service('an agency that cannot be resolved', stands('connection-refused', 'TENANT_UNRESOLVED'), {
      kind: 'answer',
      code: 'TENANT_UNRESOLVED',
    }),
    service('dispatches that are gone', ends('failed DISPATCH_NOT_FOUND'), {
      kind: 'answer',
      code: 'DISPATCH_NOT_FOUND',
    }),
  ],
  'in-between': [
    service('a proxy that wants a login', stands('offline', 'PROXY_REFUSED'), {
      kind: 'in-between',
      status: 407,
    }),
    service('a portal that wants a login', stands('offline', 'PROXY_REFUSED'), {
      kind: 'in-between',
      status: 401,
    }),
    service('too many requests', whole, { kind: 'in-between', status: 429, retryAfter: 2, times: 2 }),
    service('a bad gateway', whole, { kind: 'in-between', status: 502, ...once }),
    service('a gateway that is down', stands('offline', 'GATEWAY_UNAVAILABLE'), {
      kind: 'in-between',
      status: 503,
    }),
    service('a gateway that gives up', whole, { kind: 'in-between', status: 504, ...once }),
    service('a proxy with a time limit', whole, { kind: 'in-between', status: 408, ...once }),
    service('a proxy with a size limit', whole, { kind: 'in-between', status: 413, ...once }),
    service('a network that wants a login', stands('offline', 'GATEWAY_UNAVAILABLE'), {
      kind: 'in-between',
      status: 511,
    }),
  ],
  slow: [service('a slow service', whole, { kind: 'slow', ms: 150 })],
  hang: [
    service('no answer once', whole, { kind: 'hang', ...once }),
    service('no answer for good', stands('offline', 'TIMED_OUT'), { kind: 'hang' }),
  ],
  close: [
    service('half an answer', whole, { kind: 'close', where: 'middle', ...once }),
    service('no network', stands('offline', 'NO_NETWORK'), { kind: 'close', where: 'before' }),
  ],
  redirect: [
    service('a redirect once', whole, { kind: 'redirect', ...once }),
    service('redirects for good', stands('offline', 'REDIRECTED'), { kind: 'redirect' }),
  ],
  body: [
    service('a login page', whole, { kind: 'body', body: 'html', ...once }),
    service('login pages for good', stands('offline', 'RESPONSE_UNREADABLE'), { kind: 'body', body: 'html' }),
    service('half a JSON', whole, { kind: 'body', body: 'half-json', ...once }),
    service('an empty answer', whole, { kind: 'body', body: 'empty', ...once }),
    service('a text', whole, { kind: 'body', body: 'text', ...once }),
    service('null', whole, { kind: 'body', body: 'null', ...once }),
    service('a bare list', whole, { kind: 'body', body: 'array', ...once }),
    service('an envelope without items', whole, { kind: 'body', body: 'no-items', ...once }),
    service('an endless answer', whole, { kind: 'body', body: 'huge', ...once }),
  ],
  dialect: [service('the second dialect', whole, { kind: 'dialect' })],
  'total-off': [service('a wrong total', whole, { kind: 'total-off', by: 3 })],
  echo: [service('answers that repeat the key', whole, { kind: 'echo' })],
  'delete-during-walk': [
    service('an anchor that goes', ends('done', 'failed DOCUMENT_GONE'), deletes('anchor'), {
      changesAgency: true,
    }),
    service('a next one that goes', ends('done', 'failed DOCUMENT_GONE'), deletes('next'), {
      changesAgency: true,
    }),
    service('a seen one that goes', ends('done', 'failed DOCUMENT_GONE'), deletes('seen'), {
      changesAgency: true,
    }),
  ],
  unsigned: [
    service('nothing signed once', whole, { kind: 'unsigned', ...once }),
    service('half signed', ends('done', 'unsigned'), { kind: 'unsigned', percent: 50 }),
    service('nothing signed', ends('unsigned'), { kind: 'unsigned' }),
  ],
  'replace-paper': [
    storage('a new paper', whole, { kind: 'replace-paper', ...once }, { changesAgency: true }),
  ],
  'storage-cut': [
    storage('a cut transfer', whole, { kind: 'storage-cut', after: 0.5, ...once }),
    storage('a transfer cut at its beginning', whole, { kind: 'storage-cut', after: 0, ...once }),
    storage('transfers cut for good', ends(...broken), { kind: 'storage-cut', after: 0.9 }),
    storage(
      'a large transfer cut twice',
      whole,
      { kind: 'storage-cut', after: 0.6, times: 2 },
      { isLarge: true },
    ),
  ],
  'storage-stall': [
    storage('a stalled transfer', whole, { kind: 'storage-stall', after: 0.3, ...once }),
    storage('stalls for good', ends('failed TRANSFER_STALLED'), { kind: 'storage-stall', after: 0.3 }),
    storage('a large stall', whole, { kind: 'storage-stall', after: 0.5, ...once }, { isLarge: true }),
  ],
  'storage-corrupt': [
    storage('a damaged transfer', whole, { kind: 'storage-corrupt', ...once }),
    storage('damage for good', ends('failed HASH_MISMATCH'), { kind: 'storage-corrupt' }),
    storage('a large damaged transfer', whole, { kind: 'storage-corrupt', ...once }, { isLarge: true }),
  ],
  'storage-changes': [
    continued('a paper replaced half way', { kind: 'storage-changes', ...once }, { changesAgency: true }),
  ],
  'storage-ignores-range': [continued('ranges that are ignored', { kind: 'storage-ignores-range' })],
  'storage-refuses-range': [continued('ranges that are refused', { kind: 'storage-refuses-range' })],
  'storage-wrong-range': [
    continued('another range once', { kind: 'storage-wrong-range', ...once }),
    continued('always another range', { kind: 'storage-wrong-range' }),
  ],
  'storage-no-length': [
    storage('no length', whole, { kind: 'storage-no-length' }),
    storage('a large one without length', whole, { kind: 'storage-no-length' }, { isLarge: true }),
  ],
  'storage-half': [
    storage('half a file', whole, { kind: 'storage-half', after: 0.5, ...once }),
    storage('half a file for good', ends('failed FILE_UNPROVEN'), { kind: 'storage-half', after: 0.5 }),
  ],
  'storage-expires': [
    storage('expired links', whole, { kind: 'storage-expires', times: 2 }),
    storage('links that expire at once', ends('failed LINK_EXPIRED'), { kind: 'storage-expires' }),
  ],
  'storage-answer': [
    storage('403 once', whole, {
      kind: 'storage-answer',
      status: 403,
      page: 'xml',
      code: 'AccessDenied',
      ...once,
    }),
    storage('403 for good', ends('failed STORAGE_REFUSED'), {
      kind: 'storage-answer',
      status: 403,
      page: 'xml',
    }),
    storage('404 for good', ends('failed STORAGE_REFUSED'), {
      kind: 'storage-answer',
      status: 404,
      page: 'xml',
    }),
    storage('429 once', whole, { kind: 'storage-answer', status: 429, page: 'xml', retryAfter: 1, ...once }),
    storage('503 once', whole, { kind: 'storage-answer', status: 503, page: 'html', ...once }),
    storage('503 for good', ends('failed STORAGE_REFUSED'), {
      kind: 'storage-answer',
      status: 503,
      page: 'xml',
    }),
    storage('an HTML page once', whole, { kind: 'storage-answer', status: 200, page: 'html', ...once }),
    storage('HTML pages', ends('failed NOT_A_DOCUMENT'), {
      kind: 'storage-answer',
      status: 200,
      page: 'html',
    }),
    storage('XML pages', ends('failed NOT_A_DOCUMENT'), { kind: 'storage-answer', status: 200, page: 'xml' }),
    storage('JSON pages', ends('failed NOT_A_DOCUMENT'), {
      kind: 'storage-answer',
      status: 200,
      page: 'json',
    }),
    storage('empty files', ends('failed EMPTY_FILE'), { kind: 'storage-answer', status: 200, page: 'empty' }),
  ],
  'storage-slow': [storage('a slow storage', whole, { kind: 'storage-slow', ms: 200 })],
  'storage-trickle': [
    storage('a trickle', whole, { kind: 'storage-trickle', bytesPerSecond: 40_000, ...once }),
  ],
  'storage-hash': [
    storage('no hash', whole, { kind: 'storage-hash', hash: 'none' }),
    storage('md5 alone', whole, { kind: 'storage-hash', hash: 'md5-only' }),
    storage('crc32c alone', whole, { kind: 'storage-hash', hash: 'crc32c-only' }),
    storage('a wrong hash once', whole, { kind: 'storage-hash', hash: 'wrong', ...once }),
    storage('wrong hashes', ends('failed HASH_MISMATCH'), { kind: 'storage-hash', hash: 'wrong' }),
    continued('no hash to continue by', { kind: 'storage-hash', hash: 'none' }),
    continued('a hash of crc32c alone to continue by', { kind: 'storage-hash', hash: 'crc32c-only' }),
  ],
  'storage-etag': [
    storage('no tag', whole, { kind: 'storage-etag', etag: 'none' }),
    continued('no tag to continue by', { kind: 'storage-etag', etag: 'none' }),
    continued('a weak tag to continue by', { kind: 'storage-etag', etag: 'weak' }),
  ],
  'storage-echo': [
    storage('a link in headers', whole, { kind: 'storage-echo', what: 'link' }),
    continued('a link as a tag to continue by', { kind: 'storage-echo', what: 'link' }),
  ],
  'storage-redirect': [
    storage('a redirect of storage', whole, { kind: 'storage-redirect', ...once }),
    storage('redirects of storage', ends('failed REDIRECTED'), { kind: 'storage-redirect' }),
  ],
};

function deletes(which: 'anchor' | 'next' | 'seen'): AtApi {
  return { kind: 'delete-during-walk', which, ...once };
}

/** A large document whose transfer is cut, and storage that makes it hard to go on. */
function continued(name: string, injectedFault: AtStorage, more: Partial<Fault> = {}): Fault {
  const cut = { kind: 'storage-cut', after: 0.6, times: 1 } as const;
  const injectedFaults = (documents: readonly string[]) =>
    documents.flatMap((document) => [
      { ...cut, documents: [document] },
      { ...injectedFault, documents: [document] },
    ]);
  return { name, where: 'continued', fate: whole, injectedFaults, isLarge: true, ...more };
}

import { compareTexts } from '../../../shared/compare-texts.ts';
import type { AgencyData } from '../data/agency-data.ts';
import type { PracticeClient } from '../data/parties.ts';
import type { PracticeDispatch, PracticeDocument, StatusObject } from '../data/records.ts';
import { instantOf } from './dates.ts';
import { disbursementsOf } from './disbursements.ts';
import type { Endpoint, Query, Route } from './exchange.ts';
import { lowerBound, pageOf, type Sign } from './list-page.ts';
import { ServiceError, type ServiceErrorCode } from './service-error.ts';

/** The inputs of an operation. */
interface OperationInput {
  route: Route;
  query: Query;
  agencyData: AgencyData;
  /** Milliseconds since 1970. */
  now: number;
  pageSize: number;
  sign: Sign;
}

/** The body of a 200, with related data. */
export interface OperationResult {
  body: object;
  headers?: Readonly<Record<string, string>>;
  /** The documents of a page. */
  page?: readonly PracticeDocument[];
}

/**
 * The operations; each checks its parameters in the order of api.md's catalogue, then the account, then the
 * dispatch.
 */
export const operations: Readonly<Record<Endpoint, (input: OperationInput) => OperationResult>> = {
  'dispatch-files': dispatchFiles,
  'dispatch-status': dispatchStatus,
  disbursements,
  dispatches,
  files,
  'file-types': fileTypes,
};

function dispatchFiles({ route, query, agencyData, ...page }: OperationInput): OperationResult {
  const { number, account } = dispatchParameters(route, query);
  const type = query.one('fileTypeName', 'FILE_TYPE_NAME_INVALID').trim();
  const anchor = anchorIn(query, agencyData);
  const { documents } = dispatchOf(agencyData, number, account);
  const ofType = type === '' ? documents : documents.filter((document) => document.type === type);
  return pageOf(ofType, anchor, page);
}

function dispatchStatus({ route, query, agencyData }: OperationInput): OperationResult {
  const { number, account } = dispatchParameters(route, query);
  const { status } = dispatchOf(agencyData, number, account);
  return { body: { status: 200, id: status.id, data: status } };
}

function disbursements({ route, query, agencyData, now }: OperationInput): OperationResult {
  const { number, account } = dispatchParameters(route, query);
  const data = disbursementsOf(dispatchOf(agencyData, number, account));
  return { body: { date: new Date(now).toISOString(), total: data.length, data } };
}

const orders = ['lastModifiedDate', 'createdDate', 'recordType', 'isCompleted'] as const;
type Order = (typeof orders)[number];

/** `total` counts what is returned, and 200 is the maximum (names.md). */
function dispatches({ query, agencyData }: OperationInput): OperationResult {
  const client = clientOf(agencyData, accountIn(query));
  const recordType = choiceIn(query, 'recordType', 'RECORD_TYPE_INVALID', ['din', 'dus', 'smda']);
  const isCompleted = choiceIn(query, 'isCompleted', 'IS_COMPLETED_INVALID', ['true', 'false']);
  const orderName = query.one('orderBy', 'ORDER_BY_INVALID') || 'lastModifiedDate';
  const order = orders.find((one) => one === orderName);
  if (order === undefined) throw new ServiceError('ORDER_BY_INVALID');
  const direction = choiceIn(query, 'orderDirection', 'ORDER_DIRECTION_INVALID', ['asc', 'desc']);
  const limitText = query.one('limit', 'LIMIT_INVALID') || '50';
  const limit = /^\d{1,3}$/.test(limitText) ? Number(limitText) : 0;
  if (limit < 1 || limit > 200) throw new ServiceError('LIMIT_INVALID');
  const sign = direction === 'asc' ? 1 : -1;
  const data = agencyData.dispatches
    .filter((dispatch) => dispatch.client === client)
    .map((dispatch) => dispatch.status)
    .filter((status) => recordType === '' || status.recordType === recordType)
    .filter((status) => isCompleted === '' || String(status.isCompleted) === isCompleted)
    .toSorted((left, right) => sign * compared(left, right, order))
    .slice(0, limit);
  return { body: { status: 200, total: data.length, limit, data } };
}

/** Ties are ordered by number, so that both directions together reach every dispatch. */
function compared(left: StatusObject, right: StatusObject, order: Order): number {
  return (
    compareTexts(String(left[order]), String(right[order])) ||
    compareTexts(left.numeroDespacho, right.numeroDespacho)
  );
}

function files({ query, agencyData, ...page }: OperationInput): OperationResult {
  const account = accountIn(query);
  const from = query.one('startDate', 'START_DATE_INVALID');
  const to = query.one('endDate', 'END_DATE_INVALID');
  if (from === '') throw new ServiceError('START_DATE_REQUIRED');
  if (to === '') throw new ServiceError('END_DATE_REQUIRED');
  const start = instantOf(from, 'start');
  if (start === undefined) throw new ServiceError('START_DATE_INVALID');
  const end = instantOf(to, 'end');
  if (end === undefined) throw new ServiceError('END_DATE_INVALID');
  if (start > end) throw new ServiceError('DATE_RANGE_INVALID');
  const type = query.one('fileTypeName', 'FILE_TYPE_NAME_INVALID').trim();
  if (type === '') throw new ServiceError('FILE_TYPE_NAME_INVALID');
  const anchor = anchorIn(query, agencyData);
  const filed = agencyData.filed(clientOf(agencyData, account), type);
  const first = lowerBound(filed, ({ filedAt }) => filedAt >= start);
  const behind = lowerBound(filed, ({ filedAt }) => filedAt > end);
  return pageOf(filed.slice(first, behind), anchor, page);
}

function fileTypes({ query, agencyData, now }: OperationInput): OperationResult {
  const recordType = choiceIn(query, 'recordType', 'RECORD_TYPE_INVALID', ['impo', 'expo']);
  const operation = recordType.slice(0, 3).toUpperCase();
  const data = agencyData.types
    .filter((type) => type.isActive && (operation === '' || type.tipoOperacion === operation))
    .toSorted((left, right) => byName(left.name, right.name))
    .map(({ id, name, tipoOperacion, responsableDoc }) => ({ id, name, tipoOperacion, responsableDoc }));
  return {
    body: { date: new Date(now).toISOString(), data },
    headers: { 'Cache-Control': 'private, max-age=60' },
  };
}

/** Types without a name come last. */
function byName(left: string | null, right: string | null): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return compareTexts(left, right);
}

/** A parameter that has one of these values, in any case, or none: `''`. */
function choiceIn(query: Query, name: string, code: ServiceErrorCode, choices: readonly string[]): string {
  const choice = query.one(name, code).toLowerCase();
  if (choice !== '' && !choices.includes(choice)) throw new ServiceError(code);
  return choice;
}

function dispatchParameters(route: Route, query: Query): { number: string; account: string } {
  if (route.dispatch === '') throw new ServiceError('DISPATCH_ID_INVALID');
  return { number: route.dispatch, account: accountIn(query) };
}

function accountIn(query: Query): string {
  const account = accountOf(query.one('rut', 'RUT_NUMBER_INVALID'));
  if (account === undefined) throw new ServiceError('RUT_NUMBER_INVALID');
  return account;
}

function clientOf(agencyData: AgencyData, account: string): PracticeClient {
  const client = agencyData.clients.find((one) => accountOf(one.rut) === account);
  if (client?.isActive !== true) throw new ServiceError('ACCOUNT_NOT_FOUND');
  return client;
}

/** A dispatch of another client and a missing one get the same error, on purpose (api.md). */
function dispatchOf(agencyData: AgencyData, number: string, account: string): PracticeDispatch {
  const client = clientOf(agencyData, account);
  const dispatch = agencyData.dispatch(number);
  if (dispatch?.client !== client) throw new ServiceError('DISPATCH_NOT_FOUND');
  return dispatch;
}

function anchorIn(query: Query, agencyData: AgencyData): PracticeDocument | undefined {
  const token = query.one('nextToken', 'NEXT_TOKEN_INVALID');
  if (token === '') return undefined;
  const anchor = agencyData.document(token);
  if (anchor === undefined) throw new ServiceError('NEXT_TOKEN_INVALID');
  return anchor;
}

const rutForm = /^([1-9]\d{0,8}|[1-9]\d{0,2}(?:\.\d{3}){1,2})-?([\dkK])$/;

/**
 * The API's lookup key of a client: digits and check digit, K folded to 1. Undefined when the text is not in
 * the form of a RUT; the check digit itself is never checked (names.md, RUT on the wire).
 */
function accountOf(rut: string): string | undefined {
  const [, body, digit] = rutForm.exec(rut) ?? [];
  if (body === undefined || digit === undefined) return undefined;
  return body.replaceAll('.', '') + (/k/i.test(digit) ? '1' : digit);
}

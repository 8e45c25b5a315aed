import type { PracticeClient } from '../data/parties.ts';
import type { StatusObject } from '../data/records.ts';
import type { World } from '../data/world.ts';
import type { Query } from './query.ts';
import { ServiceError } from './service-error.ts';

const orders = ['lastModifiedDate', 'createdDate', 'recordType', 'isCompleted'] as const;
type Order = (typeof orders)[number];

/** The body of `GET /dispatch/status`: `total` counts what is returned, and 200 is the maximum (names.md). */
interface DispatchListBody {
  status: 200;
  total: number;
  limit: number;
  data: StatusObject[];
}

/** The dispatches of one client, filtered, sorted and truncated by the query. */
export function dispatchList(world: World, client: PracticeClient, query: Query): DispatchListBody {
  const recordType = query.one('recordType', 'RECORD_TYPE_INVALID').toLowerCase();
  if (!['', 'din', 'dus', 'smda'].includes(recordType)) throw new ServiceError('RECORD_TYPE_INVALID');
  const isCompleted = query.one('isCompleted', 'IS_COMPLETED_INVALID').toLowerCase();
  if (!['', 'true', 'false'].includes(isCompleted)) throw new ServiceError('IS_COMPLETED_INVALID');
  const orderBy = orderOf(query.one('orderBy', 'ORDER_BY_INVALID'));
  const direction = query.one('orderDirection', 'ORDER_DIRECTION_INVALID').toLowerCase();
  if (!['', 'asc', 'desc'].includes(direction)) throw new ServiceError('ORDER_DIRECTION_INVALID');
  const limit = limitOf(query.one('limit', 'LIMIT_INVALID'));
  const sign = direction === 'asc' ? 1 : -1;
  const data = world.dispatches
    .filter((dispatch) => dispatch.client === client)
    .map((dispatch) => dispatch.status)
    .filter((status) => recordType === '' || status.recordType === recordType)
    .filter((status) => isCompleted === '' || String(status.isCompleted) === isCompleted)
    .toSorted((left, right) => sign * compared(left, right, orderBy))
    .slice(0, limit);
  return { status: 200, total: data.length, limit, data };
}

function orderOf(text: string): Order {
  const order = text === '' ? 'lastModifiedDate' : orders.find((one) => one === text);
  if (order === undefined) throw new ServiceError('ORDER_BY_INVALID');
  return order;
}

function limitOf(text: string): number {
  if (text === '') return 50;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 200) throw new ServiceError('LIMIT_INVALID');
  return limit;
}

/** Ties are ordered by number, so that both directions together reach every dispatch. */
function compared(left: StatusObject, right: StatusObject, order: Order): number {
  const [a, b] = [String(left[order]), String(right[order])];
  if (a !== b) return a < b ? -1 : 1;
  return left.numeroDespacho < right.numeroDespacho ? -1 : 1;
}

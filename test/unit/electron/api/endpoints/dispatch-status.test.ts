import { describe, expect, it } from 'vitest';
import { clientOver, errorOf, someRut } from '../../../../support/agency/client.ts';
import { errorResponse, reply, type Step, scriptedOpen } from '../../../../support/agency/scripted-open.ts';

interface Row {
  id: string;
  numeroDespacho: string;
  recordType: string;
  isCompleted: boolean | null;
  createdDate: string;
}

interface Deployment {
  /** The most it gives, whatever is asked. */
  ceiling?: number;
  /** Rows of one moment come in the same order from both ends. */
  isUnfair?: boolean;
}

/** `GET /dispatch/status` over these rows, as names.md has it. */
function listing(rows: readonly Row[], { ceiling = 200, isUnfair = false }: Deployment = {}): Step {
  return (request) => {
    const query = request.url.searchParams;
    const sign = query.get('orderDirection') === 'asc' ? 1 : -1;
    const limit = Math.min(Number(query.get('limit')), ceiling);
    const data = rows
      .filter((row) => [row.recordType, null].includes(query.get('recordType')))
      .filter((row) => [String(row.isCompleted), null].includes(query.get('isCompleted')))
      .toSorted((a, b) => {
        if (a.createdDate !== b.createdDate) return a.createdDate < b.createdDate ? -sign : sign;
        return (a.id < b.id ? -1 : 1) * (isUnfair ? 1 : sign);
      })
      .slice(0, limit);
    return reply(200, { status: 200, total: data.length, limit, data })(request);
  };
}

function rows(count: number, kind: (index: number) => Partial<Row> = () => ({})): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `id-${String(index).padStart(5, '0')}`,
    numeroDespacho: String(100_000 + index),
    recordType: 'din',
    isCompleted: false,
    createdDate: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    ...kind(index),
  }));
}

async function reach(all: readonly Row[], deployment?: Deployment) {
  const network = scriptedOpen(listing(all, deployment));
  const list = await clientOver(network.httpGet).dispatches({ rut: someRut });
  return {
    numbers: list?.dispatches.map(({ dispatchNumber }) => dispatchNumber).toSorted(),
    mayBeTruncated: list?.mayBeTruncated,
    requests: network.requests.length,
  };
}
const numbersOf = (all: readonly Row[]) => all.map(({ numeroDespacho }) => numeroDespacho).toSorted();

const types = ['din', 'dus', 'smda'];

describe('the list of dispatches', () => {
  it.each([
    ['none', rows(0), 1],
    ['fewer than the ceiling', rows(199), 1],
    ['exactly the ceiling', rows(200), 2],
    ['up to twice the ceiling, less one', rows(399), 2],
    [
      'more, of several record types',
      rows(900, (position) => ({ recordType: types[position % 3] ?? '' })),
      8,
    ],
    [
      'more, completed or not',
      rows(1500, (position) => ({ recordType: types[position % 3] ?? '', isCompleted: position % 2 === 0 })),
      20,
    ],
  ])('is whole with %s', async (_, all, requests) => {
    expect(await reach(all)).toEqual({ numbers: numbersOf(all), mayBeTruncated: false, requests });
  });

  it('says that it may be cut where narrowing and both ends do not reach', async () => {
    const all = rows(1000);
    const { numbers, mayBeTruncated } = await reach(all);
    expect(mayBeTruncated).toBe(true);
    expect(numbers).toHaveLength(400);
    expect(numbers).toEqual([...numbersOf(all).slice(0, 200), ...numbersOf(all).slice(-200)]);
  });

  it('says that it may be cut where the ends touch without overlapping', async () => {
    expect((await reach(rows(400))).mayBeTruncated).toBe(true);
  });

  it('is not deceived by rows of one moment that come in one order from both ends', async () => {
    const all = rows(500, () => ({ createdDate: '2026-01-01T00:00:00.000Z' }));
    const { numbers, mayBeTruncated } = await reach(all, { isUnfair: true });
    expect(numbers).toHaveLength(200);
    expect(mayBeTruncated).toBe(true);
  });

  it('takes the ceiling of a deployment that gives less', async () => {
    const all = rows(90);
    expect(await reach(all, { ceiling: 50 })).toMatchObject({
      numbers: numbersOf(all),
      mayBeTruncated: false,
    });
    expect(await reach(rows(300), { ceiling: 50 })).toMatchObject({ mayBeTruncated: true });
  });

  it('may be cut where it holds a kind that cannot be asked for', async () => {
    const odd = rows(450, (position) => ({
      recordType: position < 10 ? 'otro' : (types[position % 3] ?? ''),
    }));
    const { numbers, mayBeTruncated } = await reach(odd);
    expect(numbers).toEqual(numbersOf(odd));
    expect(mayBeTruncated).toBe(true);
  });

  it.each([
    ['404', errorResponse(404, 'NOT_FOUND')],
    ['404 as for a dispatch called status', errorResponse(404, 'DISPATCH_NOT_FOUND')],
    ['404 that is not the service’s', reply(404, '<h1>no route</h1>')],
    ['404 of a gateway', reply(404, { code: 404, message: 'x' })],
  ])('is absent where the deployment answers %s', async (_, step) => {
    const network = scriptedOpen(step);
    expect(await clientOver(network.httpGet).dispatches({ rut: someRut })).toBeUndefined();
    expect(network.requests).toHaveLength(1);
  });

  it.each([
    ['whose agency is not found', errorResponse(404, 'TENANT_NOT_FOUND'), 'TENANT_NOT_FOUND'],
    ['that is refused in other words', errorResponse(404, 'RUT_BLOCKED'), 'RUT_BLOCKED'],
    ['who is no client', errorResponse(404, 'ACCOUNT_NOT_FOUND'), 'ACCOUNT_NOT_FOUND'],
    ['with a key that is refused', errorResponse(403, 'API_KEY_INVALID'), 'API_KEY_INVALID'],
    ['whose rows have no number', reply(200, { data: [{ recordType: 'din' }] }), 'RESPONSE_UNREADABLE'],
  ])('fails for one %s', async (_, step, code) => {
    expect((await errorOf(clientOver(scriptedOpen(step).httpGet).dispatches({ rut: someRut }))).code).toBe(
      code,
    );
  });
});

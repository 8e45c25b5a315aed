import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../../../electron/database/index.ts';
import { planNames } from '../../../../electron/downloads/index.ts';
import { temporaryStore } from '../../../support/database/store.ts';
import { agency, storeDispatch } from '../../../support/samples/stored-folders.ts';

const count = 1_200;
const keys = Array.from({ length: count }, (_, n) => ({ connectionId: agency, id: `d${n}` })).toReversed();
const namer = { clientName: () => 'ACME', agencyName: () => '' };

let fixture: Awaited<ReturnType<typeof temporaryStore>>;
let queries: number;
/** Called after each query. */
let onQuery: () => void;

beforeEach(async () => {
  fixture = await temporaryStore();
  const documents = Array.from({ length: count }, (_, n) => ({ type: 'DIN', id: `d${n}`, folio: `${n}` }));
  await storeDispatch(fixture.store, { number: '123457', documents });
  queries = 0;
  onQuery = () => undefined;
});
afterEach(() => fixture.remove());

/** The store, whose queries are counted. */
const counted = (): Store =>
  new Proxy(fixture.store, {
    get(target, name: keyof Store) {
      const query = target[name] as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        queries++;
        const found = await query(...args);
        onQuery();
        return found;
      };
    },
  });

const plan = (documents = keys, { signal } = new AbortController()) =>
  planNames({ store: counted(), namer }, '{client}/{dispatch}/{type}_{number}', documents, '', signal);

it('reads documents in chunks, and names them in the order in which they were given', async () => {
  const names = await plan([...keys, { connectionId: agency, id: 'gone' }]);
  expect(names.map((one) => one && `${one.folder}/${one.stemWith('')}`)).toEqual([
    ...keys.map(({ id }) => `ACME/123457/DIN_${id.slice(1)}`),
    undefined,
  ]);
  expect(queries).toBe(4);
});

it('reads no more once its signal aborts, and rejects with the reason', async () => {
  const stopping = new AbortController();
  onQuery = () => queries === 2 && stopping.abort(new Error('cancelled by the user'));
  await expect(plan(keys, stopping)).rejects.toThrow('cancelled by the user');
  expect(queries).toBe(2);
});

import { expect, it } from 'vitest';
import type { BatchRequest } from '../../../../electron/downloads/index.ts';
import { splitByRules } from '../../../../electron/downloads/split-by-rules.ts';
import type { Selection } from '../../../../shared/model/search-query.ts';
import { temporaryStore } from '../../../support/database/store.ts';

it('reads no selection where no client has rules', async () => {
  const { store, remove } = await temporaryStore();
  let readSelections = 0;
  const selection: Selection = { kind: 'all', resultSetId: 'result', filter: '', except: [] };
  const request = { selection, folder: '/f', force: false, rules: ['types' as const], withInactive: false };
  const context = {
    store: {
      ...store,
      listSelected: async () => {
        readSelections++;
        return [];
      },
    },
    namer: { clientName: () => '', agencyName: () => '' },
    readRules: () => undefined,
  };
  expect(await splitByRules(context, request)).toEqual([request]);
  expect(readSelections).toBe(0);
  expect(await splitByRules({ ...context, readRules: () => () => ({ email: '' }) }, request)).toEqual([
    request,
  ]);
  expect(readSelections).toBe(1);
  await remove();
});

/** The names of the batches of these clients, each with a document and a folder of its own. */
async function namesOf(
  clientNames: Record<string, string>,
  isPart = false,
  rules: NonNullable<BatchRequest['rules']> = ['folder'],
): Promise<(string | undefined)[]> {
  const { store, remove } = await temporaryStore();
  const selection: Selection = { kind: 'some', documents: [] };
  const request = { selection, folder: '/f', name: 'ZIP', force: false, withInactive: false };
  const context = {
    store: {
      ...store,
      listSelected: async () =>
        Object.keys(clientNames).map((rut) => ({
          connectionId: 'a',
          id: rut,
          rut,
          type: 'DIN',
          isActive: true,
        })),
    },
    namer: { clientName: ({ rut }: { rut: string }) => clientNames[rut] ?? rut, agencyName: () => '' },
    readRules: () => (rut: string) => ({ email: '', folder: `/de/${rut}` }),
  };
  const requests = await splitByRules(context, { ...request, ...(rules.length > 0 && { rules }) }, isPart);
  await remove();
  return requests.map(({ name }) => name);
}

it('tells batches of two clients of one name apart by their RUTs', async () => {
  expect(await namesOf({ '1-9': 'Faro', '2-7': 'Faro', '3-5': 'Sur' })).toEqual([
    'Faro 1-9 · ZIP',
    'Faro 2-7 · ZIP',
    'Sur · ZIP',
  ]);
});

it('names the client of a single batch only where other batches go with it', async () => {
  expect(await namesOf({ '1-9': 'Faro' })).toEqual(['ZIP']);
  expect(await namesOf({ '1-9': 'Faro' }, true)).toEqual(['Faro · ZIP']);
});

it('names the clients of a batch that follows no rules where other batches go with it', async () => {
  expect(await namesOf({ '1-9': 'Faro', '2-7': 'Sur' }, false, [])).toEqual(['ZIP']);
  expect(await namesOf({ '1-9': 'Faro', '2-7': 'Sur' }, true, [])).toEqual(['Faro, Sur · ZIP']);
  const many = { '1-9': 'Faro', '2-7': 'Sur', '3-5': 'Norte', '4-3': 'Puerto' };
  expect(await namesOf(many, true, [])).toEqual(['Faro, Sur, Norte, … · ZIP']);
});

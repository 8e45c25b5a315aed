import { expect, it } from 'vitest';
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

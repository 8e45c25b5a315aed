import { expect, test } from 'vitest';
import type { Store } from '../../../../electron/database/index.ts';
import { startWorker, systemClock } from '../../../../electron/platform/terminal/index.ts';
import { createReadFileTexts, createReadScans, createTextSearch } from '../../../../electron/text/index.ts';
import { settingsSchema } from '../../../../shared/model/settings.ts';

/** The search for words over these queries of a store. */
function searchOver(store: Partial<Store>) {
  return createTextSearch({
    store: store as Store,
    clock: systemClock,
    desktop: {} as never,
    downloads: { isBusy: () => false },
    settings: () => settingsSchema.parse({}),
    emit: () => undefined,
    on: () => () => undefined,
    reportError: () => undefined,
    readFileTexts: createReadFileTexts(startWorker),
    readScans: createReadScans(startWorker),
  });
}

test('the documents of a search come without the count of what is unread', async () => {
  const { find } = searchOver({
    findTextPages: async () => [],
    listTextDocuments: async () => ({ documents: [], unreadable: [] }),
    countTexts: () => new Promise(() => undefined),
  });
  expect(await find({ text: 'puerto', filter: {}, limit: 50, offset: 0 })).toMatchObject({
    hits: [],
    hasWords: true,
  });
});

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
    downloads: { isBusy: () => false, isBusyElsewhere: () => false },
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

test('a count that is asked anew ends the one before, and one of another text ends all', async () => {
  const found: ((none: { keys: never[]; next: number }) => void)[] = [];
  const { handlers } = searchOver({
    listFoundTexts: () => new Promise((resolve) => found.push(resolve)),
    countTextDocuments: async () => [],
  });
  const count = (text: string, types?: string[]) =>
    handlers['texts.count']({ text, filter: types ? { types } : {} }).catch(({ code }) => code);
  const first = count('puerto');
  const ofType = count('puerto', ['DIN']);
  const again = count('puerto');
  const next = () => {
    for (const answer of found.splice(0)) answer({ keys: [], next: 1 });
  };
  await expect.poll(() => found.length).toBe(3);
  next();
  expect(await first).toBe('CANCELLED');
  await expect.poll(() => found.length).toBe(2);
  void count('bodega');
  next();
  expect(await Promise.all([ofType, again])).toEqual(['CANCELLED', 'CANCELLED']);
});

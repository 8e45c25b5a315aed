import { describe, expect, it } from 'vitest';
import { App } from '../../../../renderer/app/app.tsx';
import { createQueryClient } from '../../../../renderer/ipc/query-client.ts';
import { settingsKey } from '../../../../renderer/ipc/settings-hooks.ts';
import { listViews } from '../../../../renderer/ui/route.ts';
import { type CallName, calls, type Handlers } from '../../../../shared/contract.ts';
import { settingsSchema } from '../../../../shared/model/settings.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { show } from '../../../support/page/show.tsx';

/**
 * Every screen and its parts; no two that follow each other are of one screen, so that each is drawn anew.
 */
const addresses = [
  ...['#/results/r/documents', '#/news', '#/results/r/dispatches', '#/clients', '#/results/r/disbursements'],
  ...['#/found/factura', '#/connections', '#/downloads', '#/settings', '#/downloads/b', '#/cuadratura'],
  ...['#/missing/gaps', '#/payments/list', '#/missing/matrix', '#/payments/state', '#/missing/asked'],
  ...['#/payments/analysis', '#/missing/expected', '#/handovers', '#/package', '#/handovers/h'],
  ...listViews.map((view) => `#/${view}`),
  '#/home',
];

/** A main of another version: each call but those that an office answers gives this. */
function otherMain(result: unknown, own: Partial<Handlers>): Partial<Handlers> {
  const names = Object.keys(calls).filter((name): name is CallName => name in calls);
  return { ...Object.fromEntries(names.map((name) => [name, async () => result])), ...own };
}

async function showApp(address: string, handlers: Partial<Handlers>) {
  window.location.hash = address;
  const queries = createQueryClient();
  queries.setQueryData(settingsKey, { settings: settingsSchema.parse({}), managed: [] });
  await show(<App queries={queries} nonce="" />, handlers);
}

describe.each([
  ['nothing', null],
  ['rows that are none', { rows: [{}], total: 1, offset: 0 }],
  ['entries that are none', [{}]],
])('where main answers %s', (_, result) => {
  it('the window stands, and each screen says something', async () => {
    await showApp('', otherMain(result, createAgencyMain().handlers));
    await expect.poll(() => said('main')).toBe(true);
    for (const address of addresses) {
      const before = document.querySelector('main')?.firstElementChild;
      window.location.hash = address;
      const isNew = () => document.querySelector('main')?.firstElementChild !== before;
      await expect
        .poll(() => ({ address, isNew: isNew(), nav: said('nav'), main: said('main') }))
        .toEqual({ address, isNew: true, nav: true, main: true });
    }
  });

  it('even where nothing at all can be read, something is said', async () => {
    await showApp('', otherMain(result, {}));
    await expect.poll(() => said('body')).toBe(true);
  });
});

/** Whether there are words in a part of the window. */
function said(part: string): boolean {
  return (document.querySelector<HTMLElement>(part)?.innerText.trim() ?? '') !== '';
}

import { join } from 'node:path';
import { screenAddresses } from '../../screenshots/screens.ts';
import { ask } from '../../support/app/bridge.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { openSaved, saveSearch } from '../support/saved.ts';
import { connect, search } from '../support/steps.ts';
import { test as base, expect } from '../support/test.ts';
import { startWatchedApp, type WatchedApp } from '../support/watched-app.ts';

const test = base.extend<{ watched: WatchedApp }>({
  watched: async ({ folder }, use) => {
    const app = await startWatchedApp({ home: join(folder, 'home') });
    await use(app);
    await app.close();
  },
});

const everything = JSON.stringify({});

/**
 * One of the first half, one of the second, and so on: addresses of one screen, which stand side by side,
 * come apart, so that each is drawn anew.
 */
function interleaved<Address>(addresses: readonly Address[]): Address[] {
  const half = Math.ceil(addresses.length / 2);
  return addresses
    .slice(0, half)
    .flatMap((one, index) => [one, ...addresses.slice(half + index, half + index + 1)]);
}

test('a batch asks the agency and counts folders no more often with its dispatch beside it than with nothing', async ({
  watched,
  agency,
  folder,
}) => {
  const { page, calls } = watched;
  await connect(page, agency);
  const largest = agency.data.dispatches
    .map(({ number, client }) => ({
      number,
      client,
      documents: [...agency.data.documents()].filter(({ dispatch }) => dispatch?.number === number).length,
    }))
    .toSorted((one, other) => other.documents - one.documents)[0];
  if (!largest) throw new Error('the agency has no dispatch');
  const [connection] = await ask(page, 'connections.list', undefined);
  const { resultSetId } = await ask(page, 'search.start', {
    kind: 'dispatches',
    connectionIds: [connection?.id ?? ''],
    dispatches: [{ number: largest.number, ruts: [largest.client.rut] }],
  });
  await expect.poll(async () => (await ask(page, 'search.progress', { resultSetId })).state).toBe('done');
  const go = (screen: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${screen}`);
  const { rows } = await ask(page, 'rows.page', {
    resultSetId,
    list: 'documents',
    group: 'none',
    offset: 0,
    limit: 100,
    sort: [],
    filter: '',
  });
  const documents = rows.flatMap((row) => ('type' in row ? [row] : []));

  /** Downloads all of it into a folder of this name, does something meanwhile, and gives what that cost. */
  async function cost(name: string, meanwhile: () => Promise<void>) {
    await watched.choose(join(folder, name));
    const [requests, asked, began] = [agency.requests.count(), calls.length, Date.now()];
    const { batchId } = await ask(page, 'downloads.start', {
      selection: { kind: 'some', documents: documents.map(({ connectionId, id }) => ({ connectionId, id })) },
      folder: join(folder, name),
      withInactive: false,
      force: true,
    });
    await meanwhile();
    await expect
      .poll(async () => {
        const batches = await ask(page, 'downloads.list', undefined);
        return batches.find(({ id }) => id === batchId)?.state.kind;
      })
      .toBe('ended');
    const counts = calls
      .slice(asked)
      .filter(
        ({ name, input }) =>
          name === 'dossier.gaps' && JSON.stringify((input as { scope: unknown }).scope) === everything,
      );
    return {
      requests: agency.requests.count() - requests,
      counts: counts.length,
      seconds: (Date.now() - began) / 1000,
    };
  }

  agency.faults.add({ kind: 'storage-slow', ms: 1200 });
  await go('home');
  const alone = await cost('alone', async () => undefined);

  await go(`results/${resultSetId}/documents`);
  await listShown(page, 'Documentos');
  await rowsOf(page).first().click();
  const inspector = page.getByRole('complementary');
  await expect(inspector).toContainText('Se conserva hasta');
  const isAsked = () =>
    calls.some(({ name, input }) => name === 'dispatch.view' && (input as { ask: boolean }).ask);
  await expect.poll(isAsked).toBe(true);
  await expect(inspector.getByRole('button', { name: 'Volver a consultar' }).first()).toBeEnabled();
  const beside = await cost('beside', async () => undefined);
  expect(beside.requests).toBeLessThanOrEqual(alone.requests);
  expect(beside.counts, 'of all that is kept').toBeLessThanOrEqual(2 + beside.seconds / 10);

  // One document takes until it is cancelled: the batch goes on for as long as screens are opened.
  agency.faults.add({ kind: 'storage-trickle', bytesPerSecond: 10, times: 1 });
  const visited = await cost('walked', async () => {
    const [begun] = await ask(page, 'downloads.list', undefined);
    const dispatch = { connectionId: connection?.id ?? '', number: largest.number, rut: largest.client.rut };
    const open = { resultSetId, savedId: '', dispatch, batchId: begun?.id ?? '' };
    for (const addressOf of interleaved(screenAddresses)) {
      await page.evaluate(() =>
        document.querySelector('main')?.firstElementChild?.setAttribute('data-left', ''),
      );
      await go(addressOf(open).slice('#/'.length));
      await expect(page.locator('main > :first-child:not([data-left])')).toBeVisible();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    }
    const [batch] = await ask(page, 'downloads.list', undefined);
    expect(batch?.state.kind, 'until the last screen was open').toBe('running');
    await ask(page, 'downloads.control', { action: 'cancel', batchId: batch?.id ?? '' });
  });
  expect(visited.requests, 'with every screen open in turn').toBeLessThanOrEqual(alone.requests);
});

test('the inspector tells of a document what the list beside it tells after a search', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture({ size: { width: 1366, height: 768 } });
  await connect(page, agency);
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  const stop = agency.faults.add({ kind: 'unsigned' });
  await search(page, client.rut);
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  await saveSearch(page);
  await openSaved(page);
  await listShown(page, 'Documentos');
  const inspector = page.getByRole('complementary');
  const row = rowsOf(page).filter({ hasText: 'Sin enlace por ahora' }).first();
  await row.click();
  await expect(inspector).toContainText('Aforo');
  await expect(inspector).toContainText('La agencia no pudo dar el enlace');
  stop();
  await page.keyboard.press('F5');
  await expect(page.getByRole('grid', { name: 'Documentos' }).locator('[data-cursor]')).not.toContainText(
    'Sin enlace por ahora',
  );
  await expect(inspector).toContainText('La agencia tiene el archivo');
});

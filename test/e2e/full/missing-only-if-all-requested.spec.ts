import type { Page } from '@playwright/test';
import { ask } from '../../support/app/bridge.ts';
import { startAgency } from '../support/agency.ts';
import { connect, search } from '../support/steps.ts';
import { expect, openBySidebar } from '../support/stored-agency.ts';
import { test } from '../support/test.ts';

const unknownClient = '76.086.428-5';

/** What the result says of the dispatches that it has not found. */
async function expectReported(page: Page, number: string): Promise<void> {
  await search(page, number);
  await expect(page.getByRole('tab', { name: /Documentos/ })).toBeVisible();
  await expect(page.getByText('Consultando')).toHaveCount(0, { timeout: 60_000 });
}

test('that a dispatch does not exist is said only where all of a book of forty were asked', async ({
  openFixture,
}) => {
  const agency = await startAgency({ documents: 400, clients: 39, seed: 'e2e' });
  try {
    const { page } = await openFixture();
    await connect(page, agency);
    await ask(page, 'clients.save', {
      clients: [{ rut: '76086428-5', name: 'Cliente Desconocido', email: '', folder: '' }],
    });
    await page.reload();
    const [one, two] = agency.clients;
    const rest = page.getByRole('main').getByRole('button', { name: /^Consultar por los otros/ });

    await test.step('a text that names two of them asks those two', async () => {
      await expectReported(page, `999001; ${one?.rut}; ${two?.rut}`);
      await expect(page.getByRole('main')).toContainText(
        'no se encontró entre los 2 clientes por los que se consultó',
      );
      await expect(page.getByRole('main')).not.toContainText('no existe');
      await expect(rest).toHaveText('Consultar por los otros 38 clientes');
    });

    await test.step('one press asks the others, and names those whom the agency does not know', async () => {
      agency.requests.forget();
      await rest.click();
      await expect(page.getByRole('main')).toContainText(
        'no existe, o no es de ninguno de los 40 clientes de tu libreta (la agencia no reconoce a 1 de ellos)',
        { timeout: 60_000 },
      );
      await expect(rest).toHaveCount(0);
      const ruts = new Set(agency.requests.seen().map(({ query }) => query['rut']));
      expect(ruts.size).toBe(38);
      expect(ruts).not.toContain(one?.rut);
    });

    await test.step('a client whom the agency does not know is named, and the others can be asked', async () => {
      await expectReported(page, `999002; ${unknownClient}`);
      await expect(page.getByRole('main')).toContainText('Cliente Desconocido');
      await expect(page.getByRole('main')).not.toContainText('no existe');
      await expect(rest).toHaveText('Consultar por los otros 39 clientes');
    });

    await test.step('of several whom it does not know none is told as "this RUT"', async () => {
      await ask(page, 'clients.save', {
        clients: [{ rut: '96591760-8', name: 'Cliente Nuevo', email: '', folder: '' }],
      });
      await expectReported(page, `999003; ${unknownClient}; 96.591.760-8`);
      await page.getByRole('button', { name: '¿Cuáles?' }).click();
      await expect(page.getByRole('main')).toContainText(
        'la agencia no reconoce a ninguno de los 2 clientes por los que se consultó',
      );
      await expect(page.getByRole('main')).not.toContainText('Este RUT');
      await expect(page.getByRole('main')).not.toContainText('no existe');
    });

    await test.step('who came into the book later was not asked', async () => {
      await expectReported(page, '999001');
      await expect(page.getByRole('main')).toContainText('no existe, o no es de ninguno de los 41 clientes', {
        timeout: 60_000,
      });
    });
  } finally {
    await agency.close();
  }
});

test('a search that refreshes when Carpeta opens does so at each opening, and news say what could not be asked', async ({
  openFixture,
  agency,
}) => {
  const first = await openFixture();
  await connect(first.page, agency);
  const [connection] = await ask(first.page, 'connections.list', undefined);
  const [client] = agency.clients;
  const { resultSetId } = await ask(first.page, 'search.start', {
    kind: 'range',
    connectionIds: [connection?.id ?? ''],
    ruts: [client?.rut ?? ''],
    range: { kind: 'last-days', days: 30 },
    types: { kind: 'all', operation: 'both' },
    complete: false,
  });
  const stateOf = async (page: Page, id: string) =>
    (await ask(page, 'search.progress', { resultSetId: id })).state;
  await expect.poll(() => stateOf(first.page, resultSetId), { timeout: 60_000 }).toBe('done');
  const [recent] = await ask(first.page, 'search.recent', undefined);
  if (!recent) throw new Error('nothing was asked');
  await ask(first.page, 'saved.create', {
    name: 'Mes del cliente',
    question: recent.query,
    resultSetId,
    refresh: { kind: 'at-start' },
    folder: '',
    template: '',
    downloadsNew: false,
    takesPapers: false,
    view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
  });
  await first.close();

  agency.requests.forget();
  const fault = agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR' });
  const second = await openFixture();
  await expect.poll(() => agency.requests.count(), { timeout: 60_000 }).toBeGreaterThan(0);
  await openBySidebar(second.page, 'Novedades');
  await expect(second.page.getByRole('main')).toContainText(
    /Mes del cliente quedó con \d+ consultas? sin respuesta/,
    {
      timeout: 90_000,
    },
  );
  await second.close();

  fault();
  agency.requests.forget();
  const third = await openFixture();
  // Whatever failed before, each opening asks.
  await expect.poll(() => agency.requests.count('files'), { timeout: 60_000 }).toBeGreaterThan(0);
  await openBySidebar(third.page, 'Novedades');
  await expect(third.page.getByRole('main')).not.toContainText(/sin respuesta/, { timeout: 60_000 });
  await expect(third.page.getByRole('main')).toContainText(/Mes del cliente/);
});

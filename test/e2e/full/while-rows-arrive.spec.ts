import { startGate } from '../support/gate.ts';
import { rowsOf } from '../support/rows.ts';
import { connect, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('while what was found is on its way, no list says that the agency has nothing', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  await connect(page, agency);
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const text = document.querySelector('main')?.innerText ?? '';
      if (/La agencia no tiene documentos|No se encontraron despachos/.test(text)) seen.push(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  // What comes after a fault comes all at once.
  agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', times: 2 });
  await search(page, client.rut);
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});

test('the tools of a list stand where they are from the first answer to the last', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture({ size: { width: 1366, height: 768 } });
  const gate = await startGate(agency);
  await connect(page, gate.agency);
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  const tools = page.getByRole('toolbar', { name: 'Herramientas de la lista' });
  const asking = page.getByRole('progressbar', { name: 'Avance de la consulta' });
  const positions = () =>
    tools
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().left)));
  await search(page, client.rut);
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(asking).toBeVisible();
  const first = await positions();
  gate.open();
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  expect(await positions()).toEqual(first);
  await gate.close();
});

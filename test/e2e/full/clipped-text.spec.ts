import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { ask } from '../../support/app/bridge.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { download, expect, storeAll, test } from '../support/stored-agency.ts';

/** What is seen of elements that have something in them that does not fit. */
function cutIn(elements: Locator): Promise<string[]> {
  return elements.evaluateAll((all) =>
    (all as HTMLElement[]).flatMap((element) =>
      element.scrollWidth > element.clientWidth ? [element.innerText] : [],
    ),
  );
}

test('on a laptop the marks of documents, days of requests and numbers of documents are seen whole', async ({
  openFixture,
  fullAgency,
  folder,
}) => {
  const stored = await storeAll(await openFixture({ size: { width: 1366, height: 768 } }), fullAgency);
  const { page, agency, connectionId } = stored;
  const goTo = (address: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, address);

  await test.step('that a document is inactive, in a list and beside it', async () => {
    const { inactive } = agency.data.planted;
    await goTo(`#/found/${inactive.dispatch?.number}`);
    await listShown(page, 'Documentos');
    const marked = page.getByRole('gridcell').filter({ hasText: 'inactivo' });
    await expect(marked.first()).toBeVisible();
    expect(await cutIn(marked)).toEqual([]);
  });

  await test.step('the types and numbers of what a dispatch has', async () => {
    await rowsOf(page).first().click();
    const found = page.getByRole('complementary').getByRole('button', { name: /Disponible/ });
    await expect(found.first()).toBeVisible();
    expect(await cutIn(found.locator('span'))).toEqual([]);
  });

  await test.step('when and of whom a document was asked', async () => {
    const { rows } = await ask(page, 'dossier.gaps', { scope: {}, offset: 0, limit: 1 });
    const missingDocuments = rows.map(({ number, type, rut }) => ({ connectionId, number, type, rut }));
    await ask(page, 'dossier.saveRequests', {
      missingDocuments,
      askedOn: '2026-11-12',
      askedOf: 'Marta',
      note: '',
    });
    await goTo('#/missing/gaps');
    await listShown(page, 'Documentos que faltan');
    const asked = page.getByRole('gridcell', { name: /^solicitado/ });
    await expect(asked).toHaveText('solicitado 12-11-2026 a Marta');
    expect(await cutIn(asked)).toEqual([]);
    // The head of the narrowest column, too, beside the arrow of the list's order.
    const head = page.getByRole('columnheader', { name: 'Despacho' });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    expect(await cutIn(head.getByRole('button').locator('span'))).toEqual([]);
  });

  await test.step('bills of lading and their numbers, where they were downloaded and delivered', async () => {
    const isBill = /^CONOCIMIENTO DE EMBARQUE/;
    const longest = /^COMPROBANTE DE PAGO/;
    const bill = agency.data.dispatches.find(({ documents }) => {
      const found = documents.filter(({ file: document, isActive }) => document?.kind === 'pdf' && isActive);
      return (
        found.some(
          ({ type, infoDoc }) => isBill.test(type) && /[A-Z]{7}[0-9]{7}/.test(JSON.stringify(infoDoc)),
        ) && found.some(({ type }) => longest.test(type))
      );
    });
    const dispatch = { connectionId, number: bill?.number ?? '' };
    await download(stored, join(folder, 'Carpetas'), [dispatch]);
    const [batch] = await ask(page, 'downloads.list', undefined);
    const { deliveryId } = await ask(page, 'deliveries.merge', {
      dispatches: [dispatch],
      folder: join(folder, 'Carpetas'),
      language: 'es-CL',
      withInactive: false,
    });
    for (const [address, name] of [
      [`#/downloads/${batch?.id}`, 'Documentos de la descarga'],
      [`#/handovers/${deliveryId}`, 'Qué fue de cada documento'],
    ] as const) {
      await goTo(address);
      await listShown(page, name);
      const type = page.getByRole('gridcell', { name: isBill });
      await expect(type.first()).toBeVisible();
      const number = page.getByRole('gridcell', { name: /^[A-Z]{7}[0-9]{7}$/ });
      await expect(number.first()).toBeVisible();
      expect([...(await cutIn(type)), ...(await cutIn(number))]).toEqual([]);
    }
    expect(await cutIn(page.getByRole('gridcell', { name: longest }))).toEqual([]);
  });
});

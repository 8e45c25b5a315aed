import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DocumentSection } from '../../../../../renderer/features/inspector/document-section.tsx';
import type { StoredDocument } from '../../../../../shared/model/document.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const showDocument = (document: StoredDocument, handlers = createAgencyMain().handlers) =>
  show(
    <InAppWindow>
      <DocumentSection document={document} retry={undefined} onView={() => undefined} />
    </InAppWindow>,
    handlers,
  );

it('a document that its agency has no more says so, and offers neither to download nor to view it', async () => {
  await showDocument({ ...storedDocument('d', '7'), removedAt: '2026-10-20T12:00:00Z' });
  await expect.element(page.getByText('La agencia ya no tiene este documento.')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

it('a document that its agency has no more and that was downloaded before can be opened and viewed', async () => {
  await showDocument({ ...storedDocument('d', '7', '/folders/d.pdf'), removedAt: '2026-10-20T12:00:00Z' });
  await expect.element(page.getByRole('button', { name: 'Ver', exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Abrir con su programa', exact: true }))
    .toBeVisible();
});

it('a document whose folder was moved says where it was, and asks where that folder is now', async () => {
  const requests: unknown[] = [];
  await showDocument(
    { ...storedDocument('d', '7'), pathBefore: '/carpetas/d.pdf' },
    {
      ...createAgencyMain().handlers,
      'folder.choose': async () => '/archivo',
      'downloads.importIndex': async (input) => {
        requests.push(input);
        return { documents: 12 };
      },
    },
  );
  await expect.element(page.getByText('Se descargó en /carpetas/d.pdf y ya no está ahí.')).toBeVisible();
  await page.getByRole('button', { name: '¿Dónde está ahora?…' }).click();
  await expect.element(page.getByText('12 documentos reconocidos')).toBeVisible();
  expect(requests).toEqual([{ folder: '/archivo', isQuick: true }]);
});

it('a document on a share that does not answer is not said to be there', async () => {
  await showDocument({ ...storedDocument('d', '7', '/carpetas/d.pdf'), isUnseen: true });
  await expect.element(page.getByText('No se puede mirar', { exact: true })).toBeVisible();
});

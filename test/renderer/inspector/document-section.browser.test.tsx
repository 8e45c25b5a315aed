import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DocumentSection } from '../../../renderer/features/inspector/document-section.tsx';
import type { KeptDocument } from '../../../shared/model/document.ts';
import { keptDocument } from '../support/acme.ts';
import { InDesk } from '../support/in-desk.tsx';
import { createOffice } from '../support/office.ts';
import { show } from '../support/show.tsx';

const showPaper = (document: KeptDocument) =>
  show(
    <InDesk>
      <DocumentSection document={document} again={undefined} onView={() => undefined} />
    </InDesk>,
    createOffice().handlers,
  );

it('a paper that its agency has no more says so, and offers neither to download nor to view it', async () => {
  await showPaper({ ...keptDocument('d', '7'), goneAt: '2026-10-20T12:00:00Z' });
  await expect.element(page.getByText('La agencia ya no tiene este documento.')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

it('a paper that its agency has no more and that was downloaded before can be opened and viewed', async () => {
  await showPaper({ ...keptDocument('d', '7', '/folders/d.pdf'), goneAt: '2026-10-20T12:00:00Z' });
  await expect.element(page.getByRole('button', { name: 'Ver', exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Abrir con su programa', exact: true }))
    .toBeVisible();
});

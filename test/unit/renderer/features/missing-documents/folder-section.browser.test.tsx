import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FolderSection } from '../../../../../renderer/features/missing-documents/folder-section.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import type { DocumentRequest, MissingDocument } from '../../../../../shared/model/dossier.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const key = { connectionId: 'agency', number: '410905' };
const request: DocumentRequest = {
  ...key,
  id: 'r',
  type: 'B/L',
  rut: acme,
  askedOn: '2026-11-12',
  askedOf: 'Ana',
  note: '',
};

function missingDocument(type: string, asked?: DocumentRequest): MissingDocument {
  return {
    ...key,
    type,
    rut: acme,
    reference: '',
    day: '2026-10-03',
    kind: 'missing',
    isOver: true,
    responsible: 'NAVIERA',
    seen: 0,
    of: 0,
    basis: 'registered',
    ...(asked && { request: asked }),
  };
}

/** Shows the section; main tells of which documents messages were composed. */
async function showSection(missing: readonly MissingDocument[]) {
  const composed: CallInput<'dossier.messages'>[] = [];
  const row = { ...key, rut: acme, reference: '', tramite: '', via: '', day: '2026-10-03' };
  await show(
    <InAppWindow>
      <FolderSection
        isPending={false}
        error={null}
        row={{ ...row, completeness: 'incomplete', isOver: true, missing: missing.length, cells: [] }}
        missing={missing}
      >
        {null}
      </FolderSection>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.messages': async (query) => {
        composed.push(query);
        return [
          {
            connectionId: 'agency',
            responsible: 'NAVIERA',
            isOwn: false,
            to: '',
            subject: 'Documentos del despacho 410905',
            body: 'Falta el B/L.',
            fitsMail: true,
            missingDocuments: missing.map(({ type, rut }) => ({ ...key, type, rut })),
          },
        ];
      },
    },
  );
  await page.getByRole('button', { name: 'Redactar…' }).click();
  return composed;
}

it('what a dispatch lacks leads to the message that asks for what nobody asked for yet', async () => {
  const composed = await showSection([missingDocument('FACTURA'), missingDocument('B/L', request)]);
  await expect.element(page.getByRole('button', { name: 'Abrir en el correo' })).toBeVisible();
  expect(composed).toEqual([
    {
      scope: { dispatches: [key] },
      language: 'es-CL',
      missingDocuments: [{ ...key, type: 'FACTURA' }],
    },
  ]);
});

it('where all was asked for, the message asks once more', async () => {
  const composed = await showSection([missingDocument('B/L', request)]);
  await expect.element(page.getByText('Falta el B/L.')).toBeVisible();
  expect(composed[0]?.missingDocuments).toEqual([{ ...key, type: 'B/L' }]);
  expect(page.getByRole('button', { name: 'Anotar como solicitado…' }).elements()).toEqual([]);
});

import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import PreviewedDocument from '../../../../renderer/app/previewed-document.tsx';
import {
  type Subject,
  SubjectProvider,
  useInspecting,
  useSubject,
} from '../../../../renderer/ui/inspected-subject.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { acme, storedDocument } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';

const dispatch = { connectionId: 'c', number: '7', rut: acme };
const hit: Subject = {
  ...dispatch,
  documentId: 'a',
  find: { text: '"tornillos zincados"', words: ['tornillos'], page: 2, isUnsure: true },
};

function Hit() {
  const { inspect, view } = useInspecting();
  const { documentId, find } = useSubject() ?? {};
  return (
    <>
      <button
        type="button"
        onClick={() => {
          inspect(hit);
          view('dispatch');
        }}
      >
        Abrir
      </button>
      <output>{JSON.stringify([documentId, find])}</output>
    </>
  );
}

it('the next document of a dispatch is searched for the words of a hit, from its own first page', async () => {
  await show(
    <InAppWindow>
      <SubjectProvider>
        <Hit />
        <PreviewedDocument />
      </SubjectProvider>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'network.get': async () => ({ online: false }),
      'dispatch.view': async () => ({
        ...dispatch,
        documents: ['a', 'b'].map((id) => ({ ...storedDocument(id, '7', `/${id}.txt`), folio: id })),
        disbursements: [],
        isComplete: true,
        asOf: '',
      }),
      'file.read': async () => ({ kind: 'text', text: 'Pernos y tornillos' }),
    },
  );
  await page.getByRole('button', { name: 'Abrir' }).click();
  await expect.element(page.getByText('1 de 2')).toBeVisible();
  await expect.element(page.getByText('escaneado, letra dudosa')).toBeVisible();
  await page.getByRole('button', { name: /^Documento siguiente/ }).click();
  await expect.element(page.getByText('2 de 2')).toBeVisible();
  const shown = page.getByText('["b",').element().textContent;
  expect(JSON.parse(shown)).toEqual(['b', { text: '"tornillos zincados"', words: ['tornillos'] }]);
});

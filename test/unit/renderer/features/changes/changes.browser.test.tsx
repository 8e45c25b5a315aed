import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import News from '../../../../../renderer/features/changes/changes.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import type { SearchChange as NewsItem, SavedSearch } from '../../../../../shared/model/search.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { Printing } from '../../../../support/page/printing.tsx';
import { acme, storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

async function open(
  changes: readonly NewsItem[] = [news],
  searches: readonly SavedSearch[] = [saved],
  refreshed: string[] = [],
  printed: unknown[] = [],
) {
  const started: CallInput<'downloads.start'>[] = [];
  let isSeen = false;
  await show(
    <InAppWindow>
      <Printing onPrint={(selection) => printed.push(selection)}>
        <News />
      </Printing>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'app.info': () => new Promise(() => undefined),
      'saved.list': async () => [...searches],
      'saved.changes': async () => (isSeen ? [] : [...changes]),
      'saved.refresh': async ({ id }) => void refreshed.push(id),
      'saved.markSeen': async () => {
        isSeen = true;
        return { markId: 'm' };
      },
      'saved.unmarkSeen': async ({ markId }) => {
        isSeen = markId !== 'm';
      },
      'saved.newDocuments': async () => [{ connectionId: 'c', id: 'd' }],
      'folder.choose': async () => '/folders/new',
      'downloads.previewName': async () => ({ path: '' }),
      'downloads.start': async (request) => {
        started.push(request);
        return { batchId: 'b' };
      },
    },
  );
  return started;
}

it('what is new is fetched into a folder that is asked for where none is set', async () => {
  const started = await open();
  await page.getByRole('button', { name: 'Descargar lo nuevo' }).click();
  await page.getByRole('menuitem', { name: 'Octubre ACME' }).click();
  await page.getByRole('button', { name: 'Elegir…' }).click();
  await page.getByRole('button', { name: 'Descargar', exact: true }).click();
  await expect
    .poll(() => started)
    .toMatchObject([
      {
        selection: { kind: 'some', documents: [{ connectionId: 'c', id: 'd' }] },
        folder: '/folders/new',
        force: true,
        name: 'Octubre ACME · FACTURA 12 del despacho 7',
      },
    ]);
  expect(page.getByRole('alert').elements()).toEqual([]);
});

it('a document in the news is downloaded from its row', async () => {
  const started = await open();
  await page.getByRole('gridcell', { name: '7', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Descargar…/ }).click();
  await page.getByRole('button', { name: 'Elegir…' }).click();
  await page.getByRole('button', { name: 'Descargar', exact: true }).click();
  await expect
    .poll(() => started.map(({ selection }) => selection))
    .toEqual([{ kind: 'some', documents: [{ connectionId: 'c', id: 'd' }] }]);
});

it('the key prints the documents of the chosen changes alone, where a change of state has none', async () => {
  const printed: unknown[] = [];
  const { document: _document, ...ofDispatch } = news;
  await open([news, { ...ofDispatch, kind: 'status', dispatchNumber: '8' }], [saved], [], printed);
  const row = (dispatch: string) => page.getByRole('gridcell', { name: dispatch, exact: true });
  await row('7').click({ modifiers: ['Control'] });
  await row('8').click({ modifiers: ['Control'] });
  await expect.element(page.getByText('2 filas elegidas')).toBeVisible();
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.poll(() => printed).toMatchObject([{ documents: [{ connectionId: 'c', id: 'd' }] }]);
});

it('chosen changes without a document are not printed or sent, which is told', async () => {
  const printed: unknown[] = [];
  const { document: _document, ...ofDispatch } = news;
  await open([{ ...ofDispatch, kind: 'status' }], [saved], [], printed);
  await page.getByRole('gridcell', { name: '7', exact: true }).click({ modifiers: ['Control'] });
  await expect.element(page.getByText('1 fila elegida')).toBeVisible();
  const reason = page
    .getByRole('dialog')
    .getByText(/^No se pudo conseguir ninguno de los documentos elegidos/);
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.element(reason).toBeVisible();
  expect(printed).toEqual([]);
  await page.getByRole('button', { name: 'Cerrar' }).click();
  for (const act of ['Abrir en el correo', 'ZIP para correo…', 'Paquete de fiscalización…']) {
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByRole('menuitem', { name: act }).click();
    await expect.element(reason).toBeVisible();
    await page.getByRole('button', { name: 'Cerrar' }).click();
    await expect.element(reason).not.toBeInTheDocument();
  }
});

it('a document that its agency has no more is left out of a download, which says so', async () => {
  const document = { ...storedDocument('d', '7'), removedAt: '2026-10-20T12:00:00Z' };
  const started = await open([{ ...news, kind: 'gone', document }]);
  await page.getByRole('gridcell', { name: '7', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Descargar…/ }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('1 de los elegidos queda fuera: la agencia ya no lo tiene, y no se puede descargar.');
  await page.getByRole('button', { name: 'Elegir…' }).click();
  await expect.element(page.getByRole('button', { name: 'Descargar', exact: true })).toBeDisabled();
  expect(started).toEqual([]);
});

for (const [name, takeBack] of [
  ['the button', () => page.getByRole('button', { name: 'Deshacer' }).click()],
  ['its key', () => userEvent.keyboard('{Control>}z{/Control}')],
] as const) {
  it(`news that were marked as seen are news again by ${name}`, async () => {
    await open();
    const row = page.getByRole('gridcell', { name: '7', exact: true });
    await expect.element(row).toBeVisible();
    await page.getByRole('button', { name: 'Marcar todo como visto' }).click();
    await expect.element(page.getByText('Novedades marcadas como vistas')).toBeVisible();
    await expect.element(row).not.toBeInTheDocument();
    await takeBack();
    await expect.element(row).toBeVisible();
    await expect.element(page.getByText('Deshecho')).toBeVisible();
  });
}

it('news say until when somebody looked, and what could not be asked can be asked from there', async () => {
  const asked = { ...saved, id: 'asked', name: 'Asked', asOf: '2026-10-19T12:00:00Z' };
  const error = { code: 'API_KEY_INVALID', message: 'refused' } as const;
  const partly = { ...asked, id: 'partly', name: 'Partly', asOf: '2026-10-20T12:00:00Z' };
  const refreshed: string[] = [];
  const all = [asked, { ...partly, incomplete: { tasks: 3, error } }, { ...saved, name: 'Never' }];
  await open([], all, refreshed);
  await expect.element(page.getByText(/Consultado hasta el 19-10.*«Asked»/)).toBeVisible();
  await expect.element(page.getByText(/Nada nuevo por ver hasta el 19-10/)).toBeVisible();
  await expect.element(page.getByText('Never no se ha consultado nunca.')).toBeVisible();
  await expect
    .element(page.getByText(/Partly quedó con 3 consultas sin respuesta\. El servicio no aceptó la clave/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Consultar ahora' }).first().click();
  await expect.poll(() => refreshed).toEqual(['partly']);
});

it('where nothing is new every saved search can be asked again', async () => {
  const asked = { ...saved, asOf: '2026-10-19T12:00:00Z' };
  const refreshed: string[] = [];
  await open([], [asked, { ...asked, id: 'other' }], refreshed);
  await page.getByRole('button', { name: 'Consultar ahora' }).click();
  await expect.poll(() => refreshed).toEqual(['s', 'other']);
});

it('a search for words is no search that nobody has asked', async () => {
  const words = { ...saved, name: 'Fletes', question: { kind: 'words', text: 'flete', filter: {} } } as const;
  await open([], [words]);
  await expect.element(page.getByText(/^Busca y presiona «Guardar»/)).toBeVisible();
  expect(page.getByText(/Fletes/).elements()).toEqual([]);
});

const news: NewsItem = {
  savedSearchId: 's',
  kind: 'new',
  at: '2026-10-20T12:00:00Z',
  connectionId: 'c',
  dispatchNumber: '7',
  document: storedDocument('d', '7'),
};

const saved: SavedSearch = {
  id: 's',
  name: 'Octubre ACME',
  resultSetId: 'r',
  asOf: '',
  news: 1,
  folder: '',
  template: '',
  refresh: { kind: 'by-hand' },
  downloadsNew: false,
  takesPapers: false,
  view: { list: 'documents', columns: [], widths: {}, sort: [], filter: '', group: 'none' },
  question: {
    kind: 'range',
    connectionIds: ['c'],
    ruts: [acme],
    complete: false,
    range: { kind: 'days', start: '2026-10-01', end: '2026-10-31' },
    types: { kind: 'all', operation: 'both' },
  },
};

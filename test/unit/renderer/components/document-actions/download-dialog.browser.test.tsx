import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import DownloadDialog from '../../../../../renderer/components/document-actions/download-dialog.tsx';
import {
  type DownloadSelection,
  downloadOfClients,
  downloadOfDispatches,
  downloadOfDocuments,
} from '../../../../../renderer/components/document-actions/download-selection.ts';
import type { CallInput, Handlers } from '../../../../../shared/contract.ts';
import { AppError, toErrorData } from '../../../../../shared/errors.ts';
import type { Batch, SelectionSummary } from '../../../../../shared/model/download.ts';
import { layouts } from '../../../../../shared/model/layouts.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import type { SearchProgress } from '../../../../../shared/model/search.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const start = page.getByRole('button', { name: 'Descargar', exact: true });
const folder = page.getByRole('textbox', { name: 'Carpeta' });
const two = downloadOfDocuments([
  { connectionId: 'agency', id: 'd' },
  { connectionId: 'agency', id: 'e' },
]);

/** Opens the dialog over an office whose last batch went to `/folders/acme`; gives what it has begun. */
async function open(download: DownloadSelection, handlers: Partial<Handlers> = {}) {
  const started: CallInput<'downloads.start'>[] = [];
  const agencyMain = createAgencyMain();
  const main = await show(
    <InAppWindow>
      <DownloadDialog about={download} onClose={() => undefined} />
    </InAppWindow>,
    {
      ...agencyMain.handlers,
      'app.info': () => new Promise(() => undefined),
      'downloads.list': async () => [batchInto('/folders/acme')],
      'downloads.previewName': async ({ template, document }) => ({
        path: `example of ${template} for ${document?.id ?? 'nobody'}`,
      }),
      'downloads.start': async (request) => {
        started.push(request);
        return { batchId: 'b' };
      },
      ...handlers,
    },
  );
  return { started, office: agencyMain, main };
}

it('documents are laid out by name, with an example of theirs, into the folder of the last batch', async () => {
  const { started } = await open(two);
  await expect.element(folder).toHaveValue('/folders/acme');
  await expect.element(page.getByRole('radio', { name: 'Por cliente y mes' })).toBeChecked();
  await expect.element(page.getByText(/^example of .client.\/.year.* for d$/).first()).toBeVisible();
  await page.getByText('Todo junto').click();
  await expect.element(page.getByText(/^example of .dispatch._/).first()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Nombre de los archivos' })).not.toBeInTheDocument();
  await page.getByText('Avanzado').click();
  await page.getByRole('textbox', { name: 'Nombre de los archivos' }).fill('{type}/{number}');
  await expect.element(page.getByRole('radio', { name: 'Propio' })).toBeChecked();
  await page.getByText('Por despacho').click();
  await start.click();
  await expect
    .poll(() => started.map((request) => [request.folder, request.template]))
    .toEqual([['/folders/acme', '{client}/{dispatch}_{reference}/{nn}_{type}_{number}']]);
});

it('documents are laid out as in the last batch whose folder they go to', async () => {
  const together = { ...batchInto('/folders/acme'), template: layouts.together };
  const { started } = await open(two, { 'downloads.list': async () => [together] });
  await expect.element(folder).toHaveValue('/folders/acme');
  await expect.element(page.getByRole('radio', { name: 'Todo junto' })).toBeChecked();
  await start.click();
  await expect.poll(() => started.map(({ template }) => template)).toEqual([layouts.together]);
});

it('the month of a layout says of which date it is, and is that of another where the person wants it', async () => {
  const { started } = await open(two);
  const month = page.getByRole('combobox', { name: 'De qué fecha es el mes' });
  await expect.element(month).toHaveValue('Mes de apertura');
  await month.click();
  await page.getByRole('option', { name: 'Mes de emisión' }).click();
  await expect.element(page.getByRole('radio', { name: 'Por cliente y mes' })).toBeChecked();
  await start.click();
  await expect
    .poll(() => started.map(({ template }) => template))
    .toEqual([
      '{client}/{year:infoDoc.document.issueDate}-{month:infoDoc.document.issueDate}/{dispatch}_{reference}/{nn}_{type}_{number}',
    ]);
});

it('a download is named by what was selected', async () => {
  const { started } = await open(two);
  await expect.element(page.getByText('2 documentos del despacho 7')).toBeVisible();
  await start.click();
  await expect.poll(() => started.map(({ name }) => name)).toEqual(['2 documentos del despacho 7']);
});

it('a folder that is not there any more is asked for again, in words', async () => {
  const { started } = await open(two, {
    'folder.isThere': async () => false,
    'folder.choose': async () => '/folders/new',
  });
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'No se encuentra la carpeta.' }))
    .toBeVisible();
  const choose = page.getByRole('button', { name: 'Elegir…' });
  await expect.element(choose).toHaveFocus();
  await expect.element(start).toBeDisabled();
  await choose.click();
  await expect.element(folder).toHaveValue('/folders/new');
  expect(page.getByRole('alert').elements()).toEqual([]);
  await start.click();
  await expect.poll(() => started.map((request) => request.folder)).toEqual(['/folders/new']);
});

it('where no folder was ever chosen, Enter asks for it and begins', async () => {
  const requests: string[] = [];
  const { started } = await open(two, {
    'downloads.list': async () => [],
    'folder.choose': async ({ title }) => {
      requests.push(title);
      return '/folders/first';
    },
  });
  await expect.element(start).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => started.map((request) => request.folder)).toEqual(['/folders/first']);
  expect(requests).toEqual(['Carpeta']);
});

it('who leaves the dialog for a folder without choosing one begins nothing', async () => {
  const { started } = await open(two, {
    'downloads.list': async () => [],
    'folder.choose': async () => undefined,
  });
  await expect.element(page.getByText('Descargar pide la carpeta.')).toBeVisible();
  await start.click();
  await expect.element(start).toBeEnabled();
  await expect.element(start).toHaveFocus();
  expect(page.getByRole('alert').elements()).toEqual([]);
  expect(started).toEqual([]);
});

it('a folder that vanishes while the dialog is open is not made anew', async () => {
  let isThere = true;
  const { started } = await open(two, { 'folder.isThere': async () => isThere });
  await expect.element(start).toBeEnabled();
  isThere = false;
  await start.click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'No se encuentra la carpeta.' }))
    .toBeVisible();
  expect(started).toEqual([]);
});

it('a folder that cannot be written to is told in its place, without a report to send', async () => {
  await open(two, {
    'downloads.start': async () => {
      throw new AppError('FOLDER_UNWRITABLE', 'no');
    },
  });
  await start.click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'No se puede escribir en la carpeta.' }))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Elegir…' })).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Copiar informe' })).not.toBeInTheDocument();
});

it.each([
  ['DISK_FULL', 'No queda espacio en el disco'],
  ['FILE_LOCKED', 'Otro programa tiene abierto el archivo.'],
])('a start that %s rejected is tried again with the same folder', async (code, text) => {
  let starts = 0;
  await open(two, {
    'downloads.start': async () => {
      if (++starts === 1) throw new AppError(code, 'no');
      return { batchId: 'b' };
    },
  });
  await start.click();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(start).toBeEnabled();
  await start.click();
  await expect.poll(() => starts).toBe(2);
});

it('what did not begin beside what did is told, and is not begun twice', async () => {
  const error = toErrorData(new AppError('FOLDER_GONE', 'no', { values: { path: '/folders/sur' } }));
  await open(two, {
    'downloads.start': async () => ({
      batchId: 'b',
      notStarted: [{ folder: '/folders/sur', name: 'Sur · 2 documentos', error }],
    }),
  });
  await start.click();
  await expect
    .element(page.getByText('Lo demás empezó, pero no «Sur · 2 documentos» en /folders/sur.'))
    .toBeVisible();
  await expect.element(page.getByText('No se encuentra la carpeta.')).toBeVisible();
  await expect.element(start).toBeDisabled();
  // What has begun would begin a second time in another folder.
  await expect.element(page.getByRole('textbox', { name: 'Carpeta', exact: true })).toBeDisabled();
});

it('documents of a client are asked for in a period first, and what came is fetched', async () => {
  let progress = progressWith({ state: 'running', tasksDone: 1 });
  const { started, office, main } = await open(downloadOfClients([acme]), {
    'search.estimate': async () => ({ tasks: 3, requests: 3 }),
    'search.progress': async () => progress,
  });
  await expect.element(page.getByText('Primero se le consulta a la agencia: 3 consultas.')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Fechas' })).toHaveValue('Mes pasado');
  await start.click();
  await expect.element(page.getByText('Consultando a la agencia: 1 de 3')).toBeVisible();
  expect(office.queries).toMatchObject([{ kind: 'range', ruts: [acme], range: { kind: 'last-month' } }]);
  progress = progressWith({ state: 'done', tasksDone: 3 });
  main.emit('search.progress', progress);
  await expect
    .poll(() => started.map(({ selection }) => selection))
    .toEqual([{ kind: 'all', resultSetId: 'result-1', filter: '', except: [] }]);
});

it('the period and the rest stay as they were pressed while the agency is asked, and can be changed after it', async () => {
  let progress = progressWith({ state: 'running', tasksDone: 1 });
  const { started, office, main } = await open(downloadOfClients([acme]), {
    'connections.list': async () =>
      ['agency', 'other'].map((id) => ({ ...createAgencyMain().connection, id })),
    'search.progress': async () => progress,
  });
  await expect.element(start).toBeEnabled();
  const dates = page.getByRole('combobox', { name: 'Fechas' });
  const fields = [
    ...[dates, page.getByRole('combobox', { name: 'Agencia' })],
    ...[page.getByRole('button', { name: 'Elegir…' }), page.getByRole('radio', { name: 'Por despacho' })],
    page.getByRole('checkbox').first(),
  ];
  page.getByRole('checkbox').first().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Consultando a la agencia: 1 de 3')).toBeVisible();
  for (const field of fields) await expect.element(field).toBeDisabled();
  progress = progressWith({ state: 'done', tasksDone: 3, problemsTotal: 2 });
  main.emit('search.progress', progress);
  await expect.element(page.getByRole('alert')).toBeVisible();
  for (const field of fields) await expect.element(field).toBeEnabled();
  await expect.element(start).toHaveFocus();
  await dates.click();
  await page.getByRole('option', { name: 'Este mes' }).click();
  await start.click();
  await expect.poll(() => office.queries.length).toBe(2);
  expect(started).toEqual([]);
});

it('dispatches that are not there are an answer: what came is fetched at once', async () => {
  const { started } = await open(downloadOfClients([acme]), {
    'search.progress': async () =>
      progressWith({ state: 'done', tasksDone: 3, problemsTotal: 2, notThere: 2 }),
  });
  await start.click();
  await expect.poll(() => started.length).toBe(1);
});

it('a RUT that is no client of the agency is told before what came is fetched', async () => {
  const { started } = await open(downloadOfClients([acme]), {
    'search.progress': async () =>
      progressWith({ state: 'done', tasksDone: 3, problemsTotal: 1, unknownClients: 1 }),
  });
  await start.click();
  await expect
    .element(
      page
        .getByRole('alert')
        .filter({ hasText: '1 consulta fue por un RUT que no es un cliente activo de la agencia' }),
    )
    .toBeVisible();
  expect(page.getByText(/sin respuesta/).elements()).toEqual([]);
  await start.click();
  await expect.poll(() => started.length).toBe(1);
});

it('where something was not answered, the person is told before what came is fetched', async () => {
  const { started, office } = await open(downloadOfClients([acme]), {
    'search.progress': async () => progressWith({ state: 'done', tasksDone: 3, problemsTotal: 2 }),
  });
  await start.click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: '2 consultas sin respuesta' }))
    .toBeVisible();
  expect(started).toEqual([]);
  await start.click();
  await expect.poll(() => started.length).toBe(1);
  expect(office.queries.length).toBe(1);
});

const whole = page.getByRole('checkbox', { name: /^Consultarlo completo/ });
const dispatch = { connectionId: 'agency', number: '7' };
const inPart = async () => [{ ...dispatch, rut: acme }];

it('a dispatch that is known in part is asked for completely before its documents are fetched', async () => {
  let progress = progressWith({ state: 'running', tasksDone: 1 });
  const { started, office, main } = await open(downloadOfDispatches([dispatch]), {
    'dossier.incomplete': inPart,
    'search.progress': async () => progress,
  });
  await expect
    .element(page.getByText('1 despacho se conoce solo en parte: puede tener más documentos.'))
    .toBeVisible();
  await expect.element(whole).toBeChecked();
  await start.click();
  await expect.element(page.getByText('Consultando a la agencia: 1 de 3')).toBeVisible();
  expect(office.queries).toEqual([
    { kind: 'dispatches', connectionIds: ['agency'], dispatches: [{ number: '7', ruts: [acme] }] },
  ]);
  expect(started).toEqual([]);
  progress = progressWith({ state: 'done', tasksDone: 3 });
  main.emit('search.progress', progress);
  await expect
    .poll(() => started.map(({ selection }) => selection))
    .toEqual([{ kind: 'dispatches', dispatches: [dispatch] }]);
});

it('a dispatch that is taken as it is known in part is called so', async () => {
  const { started, office } = await open(downloadOfDispatches([dispatch]), { 'dossier.incomplete': inPart });
  await whole.click();
  await start.click();
  await expect.poll(() => started.map(({ name }) => name)).toEqual([expect.stringMatching(/ · en parte$/)]);
  expect(office.queries).toEqual([]);
});

it('what an agency does not answer of a dispatch that is known in part is told before its documents are fetched', async () => {
  const { started, office } = await open(downloadOfDispatches([dispatch]), {
    'dossier.incomplete': inPart,
    'search.progress': async () => progressWith({ state: 'done', tasksDone: 3, problemsTotal: 1 }),
  });
  await start.click();
  await expect.element(page.getByRole('alert').filter({ hasText: '1 consulta sin respuesta' })).toBeVisible();
  expect(started).toEqual([]);
  await start.click();
  await expect.poll(() => started.length).toBe(1);
  expect(office.queries.length).toBe(1);
});

it('a dispatch that is known whole is not asked for', async () => {
  const { started, office } = await open(downloadOfDispatches([dispatch]));
  await start.click();
  await expect.poll(() => started.length).toBe(1);
  expect(office.queries).toEqual([]);
  await expect.element(whole).not.toBeInTheDocument();
});

const ofRules = { name: 'ACME', email: '', folder: '', rules: { types: ['DIN'], folder: '/folders/rules' } };

it('rules that are saved from the dialog start no download, and are counted anew', async () => {
  let clients = [{ ...ofRules, rut: acme }];
  const { started } = await open(downloadOfDispatches([dispatch]), {
    'clients.list': async () => clients,
    'clients.save': async ({ clients: [changed] }) => {
      clients = clients.map((client) => ({ ...client, name: changed?.name ?? '' }));
      return clients;
    },
    'downloads.summary': async () =>
      summaryOf(acme, { ruts: [acme], leftOut: clients[0]?.name === 'ACME' ? 2 : 3 }),
  });
  await expect.element(page.getByText(/2 documentos quedan fuera/)).toBeVisible();
  await page.getByRole('button', { name: 'Ver reglas' }).click();
  await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('ACME SpA');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(page.getByText(/ACME SpA.*3 documentos quedan fuera/)).toBeVisible();
  await page.getByRole('checkbox', { name: /^Descargar de nuevo/ }).click();
  await start.click();
  await expect.poll(() => started.map(({ force }) => force)).toEqual([true]);
});

it('the folder of a client whose rules leave out everything gets nothing of another client', async () => {
  const { started } = await open(downloadOfDispatches([dispatch]), {
    'clients.list': async () => [{ ...ofRules, rut: acme }],
    'downloads.summary': async () => summaryOf('96790240-3' as Rut, { ruts: [acme], leftOut: 2 }),
  });
  await expect.element(page.getByText(/2 documentos quedan fuera/)).toBeVisible();
  await expect.element(folder).toHaveValue('/folders/acme');
  await start.click();
  await expect.poll(() => started.map((request) => request.folder)).toEqual(['/folders/acme']);
});

function summaryOf(rut: Rut, ruled: NonNullable<SelectionSummary['ruled']>): SelectionSummary {
  const first = { connectionId: 'agency', id: 'd', rut, type: 'DIN', folio: '', dispatchNumber: '7' };
  return { documents: 1, dispatches: 1, clients: 1, first, ruled };
}

function progressWith(change: Partial<SearchProgress>): SearchProgress {
  return {
    resultSetId: 'result-1',
    state: 'running',
    tasksDone: 0,
    tasksAnswered: 0,
    tasksTotal: 3,
    documents: 2,
    requests: 3,
    requestedTypes: [],
    problems: [],
    problemsTotal: 0,
    notThere: 0,
    unknownClients: 0,
    mayBeTruncated: false,
    asOf: '',
    ...change,
  };
}

function batchInto(into: string): Batch {
  const counts = { waiting: 0, transferring: 0, paused: 0, done: 1, here: 0, failed: 0 };
  return {
    id: 'b',
    name: 'Septiembre',
    folder: into,
    template: '',
    startedAt: '2026-09-30T12:00:00Z',
    state: { kind: 'ended', at: '2026-09-30T12:01:00Z' },
    documents: 1,
    leftOut: 0,
    bytes: 1,
    counts: { ...counts, 'no-file': 0, unsigned: 0, cancelled: 0 },
    bytesPerSecond: 0,
    isElsewhere: false,
  };
}

import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import ReconciliationScreen from '../../../../../renderer/features/reconciliation/reconciliation.tsx';
import { type Route, useRoute } from '../../../../../renderer/ui/route.ts';
import type { CallInput, Handlers } from '../../../../../shared/contract.ts';
import { AppError } from '../../../../../shared/errors.ts';
import type { ReconciledLine, Reconciliation } from '../../../../../shared/model/review.ts';
import { lineVerdicts } from '../../../../../shared/model/review.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const lines: ReconciledLine[] = [
  line({ line: 1, verdict: 'disbursement-only', issuerName: 'NAVIERA ÑUBLE', folio: '77', total: 1000 }),
  line({ line: 2, verdict: 'absent', issuerName: 'LIBRERÍA', folio: '12', total: 5000, isUnrelated: true }),
  line({ line: 3, verdict: 'absent', issuerName: 'NAVIERA SUR', folio: '78', total: 300, kind: '33' }),
  line({ verdict: 'not-in-ledger', issuerName: 'ALMACENES', folio: '500' }),
];

function line(known: Partial<ReconciledLine> & Pick<ReconciledLine, 'verdict'>): ReconciledLine {
  const dispatch = { connectionId: 'agency', number: '410905', rut: acme };
  const payment = { ...dispatch, id: known.folio ?? '', by: 'number' as const, state: '', amount: 900 };
  return {
    text: '',
    issuer: '76.086.428-5',
    issuerName: '',
    folio: '',
    kind: '',
    documents: [],
    payments: known.verdict === 'absent' ? [] : [payment],
    ...known,
  };
}

const result: Reconciliation = {
  lines,
  months: ['2026-10'],
  isOfSales: false,
  asOf: '',
  known: { dispatches: 9, disbursements: 9 },
  counts: Object.fromEntries(
    lineVerdicts.map((verdict) => [verdict, lines.filter((one) => one.verdict === verdict).length]),
  ) as Reconciliation['counts'],
};

function AtRoute() {
  const route = useRoute();
  return <ReconciliationScreen route={isOwn(route) ? route : { view: 'cuadratura' }} />;
}

function isOwn(route: Route): route is Extract<Route, { view: 'cuadratura' }> {
  return route.view === 'cuadratura';
}

async function showScreen(
  reconcile: () => Promise<Reconciliation> = async () => result,
  emails: readonly string[] = [''],
  readRegister: Handlers['dossier.readLedger'] = async () => ({ text: '76.086.428-5\t77\t1000' }),
) {
  const agencyMain = createAgencyMain();
  const { connection } = agencyMain;
  const compared: CallInput<'dossier.reconcile'>[] = [];
  const drafts: CallInput<'dossier.draft'>[] = [];
  const noted: CallInput<'dossier.saveRequests'>[] = [];
  const cancelled: undefined[] = [];
  window.location.hash = '#/cuadratura';
  await show(
    <InAppWindow>
      <AtRoute />
    </InAppWindow>,
    {
      ...agencyMain.handlers,
      'connections.list': async () =>
        emails.map((email, index) => ({
          ...connection,
          id: index === 0 ? 'agency' : `agency ${index}`,
          email,
        })),
      'app.info': () => new Promise(() => undefined),
      'search.days': async ({ text }) => ({ rest: text }),
      'dossier.reconcile': async (query) => {
        compared.push(query);
        return reconcile();
      },
      'dossier.readLedger': readRegister,
      'dossier.cancelLedger': async (input) => void cancelled.push(input),
      'dossier.draft': async (draft) => {
        drafts.push(draft);
        return { attached: 0, leftOut: [] };
      },
      'dossier.saveRequests': async (request) => {
        noted.push(request);
        return { ids: request.missingDocuments.map(({ number }) => number) };
      },
    },
  );
  return { compared, drafts, noted, cancelled };
}

const compare = async () => {
  await page.getByRole('textbox', { name: 'Líneas del registro de compras' }).fill('76.086.428-5\t77\t1000');
  await page.getByRole('button', { name: 'Comparar' }).click();
};
const workbook = new File([Uint8Array.from([80, 75, 3, 4, 0, 0])], 'compras.xlsx');
const picture = new File([Uint8Array.from([137, 80, 78, 71, 0, 0])], 'compras.png');
async function drop(file: File) {
  const title = page.getByRole('heading', { level: 1, name: 'Cuadratura' });
  await expect.element(title).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  title.element().dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
}
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

it('what the register has not is beside its lines, and other suppliers are folded with count and sum', async () => {
  await showScreen();
  await compare();
  await expect.element(row('No están en el registro: desembolsado 900')).toBeVisible();
  await expect.element(row('ALMACENES')).toBeVisible();
  const folded = row('Proveedores de los que no hay nada guardado: total 5.000');
  await expect.element(folded).toHaveAttribute('aria-expanded', 'false');
  await expect.element(row('LIBRERÍA')).not.toBeInTheDocument();
  await folded.click();
  await expect.element(row('LIBRERÍA')).toBeVisible();
  const totals = 'Total del registro: 6.300. Desembolsado por sus líneas: 900. Fuera del registro: 900.';
  await expect.element(page.getByText(totals)).toBeVisible();
});

it('a file in Latin-1 that is dropped is compared at once, and a picture is named', async () => {
  const { compared } = await showScreen();
  const bytes = Uint8Array.from('RUT Proveedor;Razón Social;Folio\r\n', (letter) => letter.charCodeAt(0));
  await drop(picture);
  await expect.element(page.getByText(/«compras.png» no es un archivo/)).toBeVisible();
  await drop(new File([bytes], 'compras.csv'));
  await expect.element(row('ALMACENES')).toBeVisible();
  expect(compared).toEqual([{ text: 'RUT Proveedor;Razón Social;Folio\r\n' }]);
});

it('a workbook that is dropped or chosen is read by main, and its text compared', async () => {
  const read: string[] = [];
  const { compared } = await showScreen(undefined, undefined, async ({ base64 }) => {
    read.push(base64);
    return { text: `${read.length}` };
  });
  await drop(workbook);
  await expect.element(row('ALMACENES')).toBeVisible();
  await page.getByRole('button', { name: 'Cambiar las líneas' }).click();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no field for a file.');
  expect(input.accept).toContain('.xlsx');
  await userEvent.upload(input, workbook);
  await expect.poll(() => compared).toEqual([{ text: '1' }, { text: '2' }]);
  expect(read).toEqual(['UEsDBAAA', 'UEsDBAAA']);
});

it('a workbook whose reading is cancelled is read no further, and nothing is compared', async () => {
  const reading = Promise.withResolvers<{ text: string }>();
  const { compared, cancelled } = await showScreen(undefined, undefined, () => reading.promise);
  await drop(workbook);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect.poll(() => cancelled).toHaveLength(1);
  reading.resolve({ text: '76.086.428-5\t77\t1000' });
  await expect.element(page.getByRole('button', { name: 'Elegir el archivo…' })).toBeEnabled();
  expect(compared).toEqual([]);
});

it('a workbook that cannot be read says why, and what was pasted stays', async () => {
  const { compared } = await showScreen(undefined, undefined, async () => {
    throw new AppError('WORKBOOK_ENCRYPTED', 'has a password');
  });
  const field = page.getByRole('textbox', { name: 'Líneas del registro de compras' });
  await field.fill('76.086.428-5\t78\t300');
  await drop(workbook);
  await expect.element(page.getByText('El libro de Excel tiene contraseña.')).toBeVisible();
  await expect.element(field).toHaveValue('76.086.428-5\t78\t300');
  await page.getByRole('button', { name: 'Comparar' }).click();
  await expect.poll(() => compared).toEqual([{ text: '76.086.428-5\t78\t300' }]);
  await expect.element(page.getByText('El libro de Excel tiene contraseña.')).not.toBeInTheDocument();
});

it('words and a client filter the lines, and the address keeps them', async () => {
  const { compared } = await showScreen();
  await compare();
  await expect.element(row('NAVIERA SUR')).toBeVisible();
  await page.getByRole('textbox', { name: 'Filtrar líneas' }).fill('naviera nuble');
  await expect.element(row('NAVIERA SUR')).not.toBeInTheDocument();
  await expect.element(row('NAVIERA ÑUBLE')).toBeVisible();
  await expect.poll(() => window.location.hash).toBe('#/cuadratura?filter=naviera+nuble');
  window.location.hash = `#/cuadratura?client=${acme}`;
  await expect.element(page.getByRole('textbox', { name: 'Filtrar líneas' })).toHaveValue('');
  await expect.poll(() => compared.map(({ ruts }) => ruts)).toEqual([undefined, [acme]]);
});

it('one press asks for what has no document, without suppliers of whom nothing is stored', async () => {
  const { drafts } = await showScreen();
  await compare();
  await page.getByRole('button', { name: 'Solicitar por correo lo que no tiene documento' }).click();
  await expect.poll(() => drafts.length).toBe(1);
  expect(drafts[0]?.body.split('\n').filter((text) => text.startsWith('- '))).toEqual([
    '- 77 · NAVIERA ÑUBLE 76.086.428-5 · 1.000 · despacho 410905',
    '- Factura electrónica 78 · NAVIERA SUR 76.086.428-5 · 300',
  ]);
});

it('a chosen line that lacks nothing says so of the chosen ones, not of all', async () => {
  const { drafts } = await showScreen();
  await compare();
  await row('no está en el registro').first().click();
  await page.getByRole('button', { name: 'Solicitar por correo lo que no tiene documento' }).click();
  await expect.element(page.getByText(/^Las líneas elegidas tienen documento/)).toBeVisible();
  expect(drafts).toEqual([]);
});

it('the mail goes to the agency that made the disbursements, and to nobody where several could be asked', async () => {
  const { drafts } = await showScreen(undefined, ['docs@perez.example', 'otra@agencia.example']);
  await compare();
  const request = page.getByRole('button', { name: 'Solicitar por correo lo que no tiene documento' });
  await request.click();
  await expect.poll(() => drafts.map(({ to }) => to)).toEqual(['docs@perez.example']);
  await page.getByRole('button', { name: 'Anotar como solicitado…' }).click();
  await expect.element(page.getByRole('textbox', { name: 'A quién' })).toHaveValue('docs@perez.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('textbox', { name: 'Filtrar líneas' }).fill('naviera sur');
  await expect.element(row('NAVIERA ÑUBLE')).not.toBeInTheDocument();
  await request.click();
  // No disbursement says which of the two is to be asked.
  await expect.poll(() => drafts.map(({ to }) => to)).toEqual(['docs@perez.example', '']);
});

it('the mail of lines without a disbursement goes to the only agency', async () => {
  const { drafts } = await showScreen(
    async () => ({ ...result, lines: lines.slice(2, 3) }),
    ['docs@perez.example'],
  );
  await compare();
  await page.getByRole('button', { name: 'Solicitar por correo lo que no tiene documento' }).click();
  await expect.poll(() => drafts.map(({ to }) => to)).toEqual(['docs@perez.example']);
});

it('after the mail, what it requested of a dispatch can be noted, as a document of the type that the person says', async () => {
  const { noted } = await showScreen();
  await compare();
  await page.getByRole('button', { name: 'Solicitar por correo lo que no tiene documento' }).click();
  const offer = page.getByRole('button', { name: 'Anotar como solicitado…' });
  await offer.click();
  await expect.element(page.getByText('1 línea no es de un despacho conocido, y no se anota.')).toBeVisible();
  const save = page.getByRole('button', { name: 'Anotar', exact: true });
  await expect.element(save).toBeDisabled();
  await page.getByRole('combobox', { name: 'Qué documento se solicitó' }).click();
  await page.getByRole('option', { name: 'FACTURA DE GASTOS' }).click();
  await page.getByRole('textbox', { name: 'A quién' }).fill('NAVIERA ÑUBLE');
  await save.click();
  await expect.element(page.getByText('1 solicitud anotada')).toBeVisible();
  expect(noted).toMatchObject([
    {
      missingDocuments: [{ connectionId: 'agency', number: '410905', type: 'FACTURA DE GASTOS', rut: acme }],
      askedOf: 'NAVIERA ÑUBLE',
      note: '77',
    },
  ]);
  await expect.element(offer).not.toBeInTheDocument();
});

it('without a selection, the mail requests what the filter leaves in sight', async () => {
  const { drafts } = await showScreen();
  await compare();
  await page.getByRole('textbox', { name: 'Filtrar líneas' }).fill('naviera sur');
  await expect.element(row('NAVIERA ÑUBLE')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Solicitar por correo lo que no tiene documento' }).click();
  await expect.poll(() => drafts.length).toBe(1);
  expect(drafts[0]?.body.split('\n').filter((text) => text.startsWith('- '))).toEqual([
    '- Factura electrónica 78 · NAVIERA SUR 76.086.428-5 · 300',
  ]);
});

it('beside compared lines, too, a file that is no text and a failed comparison are told', async () => {
  let count = 0;
  await showScreen(async () => {
    if (++count > 1) throw new AppError('STORE_BUSY', 'held');
    return result;
  });
  await compare();
  await expect.element(row('NAVIERA SUR')).toBeVisible();
  await drop(picture);
  await expect.element(page.getByText(/«compras.png» no es un archivo/)).toBeVisible();
  window.location.hash = `#/cuadratura?client=${acme}`;
  await expect.element(page.getByText(/Otra ventana o tarea/)).toBeVisible();
});

it('a file without lines is told, and can be chosen again once it has some', async () => {
  await showScreen(async () => ({ ...result, lines: [] }));
  await expect.element(page.getByRole('button', { name: 'Elegir el archivo…' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no field for a file.');
  await userEvent.upload(input, new File(['\n'], 'compras.csv'));
  await expect.element(page.getByText(/No hay líneas que comparar/)).toBeVisible();
  expect(input.files).toHaveLength(0);
});

it('another client compares the lines again, and leaves in sight what is being written', async () => {
  const again = Promise.withResolvers<Reconciliation>();
  const first = [result];
  await showScreen(async () => first.pop() ?? again.promise);
  await compare();
  await page.getByRole('button', { name: 'Cambiar las líneas' }).click();
  const field = page.getByRole('textbox', { name: 'Líneas del registro de compras' });
  await field.fill('76.086.428-5\t78\t300');
  window.location.hash = `#/cuadratura?client=${acme}`;
  const button = page.getByRole('button', { name: 'Comparar' });
  await expect.element(button).toBeDisabled();
  again.resolve(result);
  await expect.element(button).toBeEnabled();
  await expect.element(field).toHaveValue('76.086.428-5\t78\t300');
});

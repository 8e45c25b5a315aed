import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import PrintDialog from '../../../../../renderer/components/print/print-dialog.tsx';
import type { Handlers } from '../../../../../shared/contract.ts';
import { AppError } from '../../../../../shared/errors.ts';
import type { PreparedPrint } from '../../../../../shared/model/delivery.ts';
import { maxPrintBytes } from '../../../../../shared/model/file-preview.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

const [acme, other] = ['76086428-5', '96790240-3'] as Rut[] as [Rut, Rut];

afterEach(() => vi.restoreAllMocks());

const again = () => page.getByRole('button', { name: 'Imprimir otra vez' });
const sheets = () => document.querySelectorAll('[data-sheets] img').length;

it('papers of 40 MB are one print job with all sheets, read part by part', async () => {
  const printed = printings();
  const file = await pdfOf(3, 40_000_000);
  await showPrint(file);
  await expect.element(page.getByText(/imprimir 2 documentos \(hojas: 3\)/)).toBeVisible();
  expect(printed).toEqual([3]);
});

it('tells that the system was asked to print, not what its dialog or the printer did', async () => {
  printings();
  await showPrint(await pdfOf(1));
  await expect
    .element(page.getByText(/Se pidió al sistema imprimir .* Carpeta no sabe si se imprimieron/))
    .toBeVisible();
  expect(page.getByText(/se abrió el diálogo/).elements()).toEqual([]);
});

it('says how many documents are chosen while it prepares them', async () => {
  printings();
  const preparing = Promise.withResolvers<void>();
  const file = await pdfOf(1);
  await showPrint(file, {
    'deliveries.preparePrint': async () => {
      await preparing.promise;
      return prepared(file, 1);
    },
  });
  await expect.element(page.getByText('Buscando y juntando 2 documentos…')).toBeVisible();
  preparing.resolve();
  await expect.element(page.getByText(/Se pidió/)).toBeVisible();
});

it('where the printer is away, the dialog opens again with the same sheets, or its program has them', async () => {
  const printed = printings();
  const calls = await showPrint(await pdfOf(2));
  await expect.element(page.getByText(/^Si la impresora no responde/)).toBeVisible();
  await again().click();
  await expect.poll(() => printed).toEqual([2, 2]);
  expect(calls).toEqual(['prepare']);
  await page.getByRole('button', { name: 'Abrir con su programa' }).click();
  await expect.poll(() => calls).toEqual(['prepare', 'open']);
});

it('a print that the system refuses is told, and printed again without preparing it anew', async () => {
  const printed: number[] = [];
  vi.spyOn(window, 'print').mockImplementationOnce(() => {
    throw new Error('no printer');
  });
  vi.spyOn(window, 'print').mockImplementation(() => void printed.push(sheets()));
  const calls = await showPrint(await pdfOf(1));
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect.element(alert.getByText('El sistema no abrió la impresión.')).toBeVisible();
  await expect.element(alert.getByText(/enciende la impresora/)).toBeVisible();
  await expect.element(alert.getByText(/PRINT_NOT_OPENED/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Abrir con su programa' })).toBeVisible();
  await again().click();
  await expect.element(page.getByText(/Se pidió al sistema imprimir .*\(hojas: 1\)/)).toBeVisible();
  expect(printed).toEqual([1]);
  expect(calls).toEqual(['prepare']);
});

it('papers that cannot be prepared are told, and tried again from the start', async () => {
  const printed = printings();
  const file = await pdfOf(1);
  let isFull = true;
  const calls = await showPrint(file, {
    'deliveries.preparePrint': async () => {
      if (isFull) throw new AppError('DISK_FULL', 'no space');
      return prepared(file, 1);
    },
  });
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  expect(page.getByRole('button', { name: 'Abrir con su programa' }).elements()).toEqual([]);
  isFull = false;
  await again().click();
  await expect.poll(() => printed).toEqual([1]);
  expect(calls).toEqual([]);
});

it('more than is printed at once is told, and nothing is prepared', async () => {
  const documents = Array.from({ length: 1001 }, (_, id) => ({ connectionId: 'agency', id: String(id) }));
  const calls = await showPrint(await pdfOf(1), {}, documents);
  await expect.element(page.getByText(/^Elegiste .* de una vez/)).toBeVisible();
  expect(calls).toEqual([]);
});

it('what cannot be printed is named before anything prints, and the rest is printed once that is said', async () => {
  const printed = printings();
  const file = await pdfOf(1);
  await showPrint(file, {
    'deliveries.preparePrint': async () => ({
      ...prepared(file, 1),
      unprinted: [
        { number: '123457', type: 'FACTURA', folio: '7', reason: 'encrypted' },
        { number: '123457', type: 'ORIGEN', folio: '', code: 'DOCUMENT_WITHOUT_FILE' },
      ],
    }),
  });
  await expect.element(page.getByText('2 no se pueden imprimir:')).toBeVisible();
  await expect.element(page.getByText('123457 FACTURA 7: tiene contraseña')).toBeVisible();
  await expect.element(page.getByText(/^123457 ORIGEN: /)).toBeVisible();
  await expect.element(page.getByText('Se pueden imprimir 2 de 4 documentos (hojas: 1).')).toBeVisible();
  expect(printed).toEqual([]);
  const print = page.getByRole('button', { name: 'Imprimir 2 documentos' });
  await expect.element(print).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => printed).toEqual([1]);
  await expect.element(page.getByRole('button', { name: 'Cerrar' }).last()).toHaveFocus();
});

it('documents of several clients print together only once a person has said so', async () => {
  const printed = printings();
  const calls = await showPrint(await pdfOf(1), { 'deliveries.clients': async () => [acme, other] });
  await expect
    .element(page.getByRole('alert').getByText(/^Documentos de 2 clientes van juntos: /))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancelar' })).toHaveFocus();
  expect(printed).toEqual([]);
  await page.getByRole('button', { name: 'Imprimir 2 documentos' }).click();
  await expect.poll(() => printed).toEqual([1]);
  expect(calls).toEqual(['prepare']);
});

it("what a client's rules leave out is told, and printed too when asked", async () => {
  const printed = printings();
  const [some, all] = [await pdfOf(1), await pdfOf(2)];
  let isWhole = false;
  await showPrint(some, {
    'deliveries.preparePrint': async ({ withAllTypes = false }) => {
      isWhole = withAllTypes;
      return isWhole ? prepared(all, 2) : { ...prepared(some, 1), outsideRules: 3 };
    },
    'deliveries.readPrint': async ({ begin }) => ({
      base64: (isWhole ? all : some).subarray(begin).toBase64(),
    }),
  });
  await expect.element(page.getByText('Las reglas de su cliente dejan fuera 3 documentos.')).toBeVisible();
  await expect.poll(() => printed).toEqual([1]);
  await page.getByRole('button', { name: 'Imprimir de nuevo, con todos' }).click();
  await expect.poll(() => printed).toEqual([1, 2]);
  expect(page.getByText(/dejan fuera/).elements()).toEqual([]);
});

it('more than the page can draw is printed from its program', async () => {
  const printed = printings();
  const file = await pdfOf(1);
  await showPrint(file, {
    'deliveries.preparePrint': async () => ({ ...prepared(file, 1), bytes: maxPrintBytes + 1 }),
  });
  await expect.element(page.getByText(/Son demasiadas hojas/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Abrir con su programa' })).toBeVisible();
  expect(printed).toEqual([]);
});

/** Stands in for the system's dialog; returns the number of sheets that it got each time. */
function printings(): number[] {
  const printed: number[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => void printed.push(sheets()));
  return printed;
}

/** Shows the dialog of two documents whose joined file this is; returns what was asked of main. */
async function showPrint(
  file: Uint8Array<ArrayBuffer>,
  handlers: Partial<Handlers> = {},
  documents = ['a', 'b'].map((id) => ({ connectionId: 'agency', id })),
): Promise<readonly string[]> {
  const calls: string[] = [];
  const pages = (await PDFDocument.load(file)).getPageCount();
  await show(
    <InAppWindow>
      <PrintDialog about={{ dispatches: [], documents }} onClose={() => undefined} />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'deliveries.preparePrint': async () => {
        calls.push('prepare');
        return prepared(file, pages);
      },
      'deliveries.readPrint': async ({ begin }) => ({
        base64: file.subarray(begin, begin + 16_000_000).toBase64(),
      }),
      'deliveries.openPrint': async () => void calls.push('open'),
      'deliveries.cancelPrint': async () => undefined,
      'deliveries.clients': async () => [acme],
      ...handlers,
    },
  );
  return calls;
}

function prepared(file: Uint8Array, pages: number): PreparedPrint {
  return { bytes: file.length, pages, printed: 2, unprinted: [], outsideRules: 0 };
}

/** A PDF of this many pages that holds this many bytes besides. */
async function pdfOf(pages: number, bytes = 0): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  for (let at = 1; at <= pages; at++) pdf.addPage().drawText(`Hoja ${at}`);
  if (bytes > 0) pdf.context.register(pdf.context.stream(new Uint8Array(bytes)));
  return new Uint8Array(await pdf.save());
}

import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import PreviewedDocument from '../../../../renderer/app/previewed-document.tsx';
import { Screen } from '../../../../renderer/app/screen.tsx';
import { SubjectProvider, useSubject } from '../../../../renderer/ui/inspected-subject.ts';
import type { CallInput, CallOutput, Handlers } from '../../../../shared/contract.ts';
import { type LineVerdict, lineVerdicts, type ReconciledLine } from '../../../../shared/model/review.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { acme, storedDocument } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';
import { expectFocus, tabTo } from '../../../support/page/tab-to.ts';

const dispatch = { connectionId: 'agency', number: '7', rut: acme };
const lines = [line('1', 'found'), line('2', 'disbursement-only'), line('3', 'disbursement-only')];
const grid = page.getByRole('grid');
const ask = page.getByRole('button', { name: 'Solicitar por correo lo que no tiene documento' });

/** The screen, as its address opens it; gives what it has asked of main. */
async function showScreen(handlers: Partial<Handlers> = {}) {
  const compared: string[] = [];
  const drafts: CallInput<'dossier.draft'>[] = [];
  const noted: CallInput<'dossier.saveRequests'>[] = [];
  window.location.hash = '#/cuadratura';
  await show(
    <InAppWindow>
      <SubjectProvider>
        <main id="main" tabIndex={-1}>
          <Screen />
        </main>
        <PreviewedDocument />
        <Inspected />
      </SubjectProvider>
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.reconcile': async ({ text }) => {
        compared.push(text);
        return comparisonOf(lines);
      },
      'dossier.draft': async (draft) => {
        drafts.push(draft);
        return { attached: 0, leftOut: [] };
      },
      'dossier.saveRequests': async (request) => {
        noted.push(request);
        return { ids: ['request'] };
      },
      'dispatch.view': async (dispatch) => ({
        ...dispatch,
        documents: ['1', '2'].map((folio) => ({ ...storedDocument(`document ${folio}`, '7'), folio })),
        disbursements: [],
        isComplete: true,
        asOf: '',
      }),
      ...handlers,
    },
  );
  return { compared, drafts, noted };
}

/** Names the document that the inspector would show. */
function Inspected() {
  return <output>{useSubject()?.documentId ?? 'no document'}</output>;
}

/** Pastes a register and compares it. */
async function compare() {
  const field = page.getByRole('textbox', { name: 'Líneas del registro de compras' });
  await tabTo(field);
  await userEvent.keyboard('76.086.428-5 1 100');
  await tabTo(page.getByRole('button', { name: 'Comparar' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(grid).toBeVisible();
  await expect.element(grid).toHaveFocus();
}

it('a register is compared, filtered, and its lines are chosen and requested without a mouse', async () => {
  const { compared, drafts, noted } = await showScreen();
  await compare();
  expect(compared).toEqual(['76.086.428-5 1 100']);

  await tabTo(page.getByRole('combobox', { name: 'Qué resultado' }), 'back');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option', { name: /solo desembolso/ })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(grid.getByText('cuadra')).not.toBeInTheDocument();
  await expectFocus();

  await tabTo(grid);
  await userEvent.keyboard('{Home}');
  await tabTo(ask);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => drafts.map(({ body }) => body.match(/^- .*$/gm)?.length)).toEqual([1]);
  await expect.element(ask).toHaveFocus();

  await tabTo(page.getByRole('button', { name: 'Anotar como solicitado…' }));
  await userEvent.keyboard('{Enter}');
  const type = page.getByRole('combobox', { name: 'Qué documento se solicitó' });
  await expect.element(type).toHaveFocus();
  await userEvent.keyboard('COMERCIAL');
  await expect.element(page.getByRole('option', { name: 'FACTURA COMERCIAL' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(type).toHaveValue('FACTURA COMERCIAL');
  await tabTo(page.getByRole('button', { name: 'Anotar', exact: true }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => noted).toMatchObject([{ missingDocuments: [{ number: '7' }], note: '2' }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  // The button that opened it is gone: the first one beside it has the focus.
  await expect.element(page.getByRole('button', { name: 'Descargar…' })).toHaveFocus();
});

it('the document of a line is viewed by Space, and Esc leads back to its line', async () => {
  await showScreen();
  await compare();
  await userEvent.keyboard('{Home} ');
  await expect.element(page.getByRole('dialog', { name: 'FACTURA 1' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();
});

it('a line without a document opens no viewer', async () => {
  await showScreen();
  await compare();
  await userEvent.keyboard('{End} ');
  await expect.element(page.getByRole('row', { selected: true })).toMatchTextContent(/solo desembolso/);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: /^Ver / })).not.toBeInTheDocument();
});

it('Space views the first document that has a dispatch, and nothing of a line stays on the next', async () => {
  const [first] = lines;
  const [link] = first?.documents ?? [];
  const loose = link && { ...link, number: '', documentId: 'loose', folio: '9' };
  const found = { ...first, documents: [loose, link] } as ReconciledLine;
  const absent = { ...lines[1], payments: [] } as unknown as ReconciledLine;
  await showScreen({ 'dossier.reconcile': async () => comparisonOf([found, absent]) });
  await compare();
  await userEvent.keyboard('{Home} ');
  await expect.element(page.getByRole('dialog', { name: 'FACTURA 1' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(grid).toHaveFocus();
  await expect.element(page.getByText('document 1', { exact: true })).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByText('no document', { exact: true })).toBeInTheDocument();
});

it('each document of a line is named in its menu, and opened from there without a mouse', async () => {
  const [first] = lines;
  const [link] = first?.documents ?? [];
  const both = first && link ? [link, { ...link, documentId: 'document 2', folio: '2' }] : [];
  const whole = { ...first, documents: both } as ReconciledLine;
  await showScreen({ 'dossier.reconcile': async () => comparisonOf([whole]) });
  await compare();
  await userEvent.keyboard('{Home}{Shift>}{F10}{/Shift}');
  const items = page.getByRole('menuitem', { name: /^Ver / });
  await expect.element(items.first()).toHaveFocus();
  expect(items.elements().map(({ textContent }) => textContent)).toEqual([
    'Ver FACTURA 1 · despacho 7',
    'Ver FACTURA 2 · despacho 7',
  ]);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'FACTURA 2' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();
});

it('a dialog about requested lines that is left gives the focus back to its button', async () => {
  await showScreen();
  await compare();
  await tabTo(ask);
  await userEvent.keyboard('{Enter}');
  const offer = page.getByRole('button', { name: 'Anotar como solicitado…' });
  await tabTo(offer);
  await userEvent.keyboard('{Enter}');
  // The first Esc closes the list of types, which opens with its field.
  await expect.element(page.getByRole('listbox')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(offer).toHaveFocus();
});

it('the lines can be changed, and compared again, without a mouse', async () => {
  const { compared } = await showScreen();
  await compare();
  await tabTo(page.getByRole('button', { name: 'Cambiar las líneas' }), 'back');
  await userEvent.keyboard('{Enter}');
  const field = page.getByRole('textbox', { name: 'Líneas del registro de compras' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}9.068.826-K 2 50');
  await tabTo(page.getByRole('button', { name: 'Comparar' }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => compared).toEqual(['76.086.428-5 1 100', '76.086.428-5 1 100\n9.068.826-K 2 50']);
  await expect.element(grid).toHaveFocus();
});

/** A line that was paid for; one that agrees has its document as well. */
function line(folio: string, verdict: LineVerdict): ReconciledLine {
  const document = { documentId: `document ${folio}`, type: 'FACTURA', folio, issuerId: '', issuerName: '' };
  const by = 'number-and-issuer' as const;
  return {
    line: Number(folio),
    text: '',
    verdict,
    issuer: '76086428-5',
    issuerName: '',
    folio,
    kind: '33',
    documents: verdict === 'found' ? [{ ...dispatch, ...document, by }] : [],
    payments: [{ ...dispatch, id: `payment ${folio}`, by, amount: 100, state: '' }],
  };
}

function comparisonOf(all: ReconciledLine[]): CallOutput<'dossier.reconcile'> {
  return {
    lines: all,
    asOf: '2026-10-20T12:00:00Z',
    isOfSales: false,
    months: [],
    known: { dispatches: 1, disbursements: 1 },
    counts: countsOf(all),
  };
}

function countsOf(all: readonly ReconciledLine[]) {
  const counts = lineVerdicts.map((verdict) => [
    verdict,
    all.filter((one) => one.verdict === verdict).length,
  ]);
  return Object.fromEntries(counts) as Record<LineVerdict, number>;
}

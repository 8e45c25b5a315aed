import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DispatchDocuments } from '../../../../../renderer/features/inspector/dispatch-documents.tsx';
import { DisbursementSection } from '../../../../../renderer/features/payments/disbursement-section.tsx';
import type { Rut } from '../../../../../shared/model/rut.ts';
import type { DisbursementRow } from '../../../../../shared/model/search.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme, storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const rut = '76086428-5' as Rut;
const noSum = { sum: 0, known: 0, unknown: 0 };

it('the state of what was paid for a dispatch is written beside it as in lists', async () => {
  const paid: DisbursementRow = {
    connectionId: 'a',
    rut,
    id: 'p',
    dispatchNumber: '123457',
    date: '2026-08-24',
    analysisCode: '20',
    analysisName: 'ALMACENAJE',
    documentNumber: '77',
    state: 'PAGADO',
    amount: 120_190,
    providerId: '3',
    providerName: 'Puerto',
    item: {},
  };
  await show(
    <InAppWindow>
      <DisbursementSection
        subject={{ connectionId: 'a', number: '', rut }}
        disbursements={[paid]}
        error={undefined}
      />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
  await expect.element(page.getByRole('row').first()).toMatchTextContent(/ALMACENAJE Pagado/);
});

it('the sums by state of a dispatch are folded until somebody asks for them', async () => {
  const group = (label: string) => ({
    key: label,
    label,
    currency: '',
    count: 1,
    amount: noSum,
    net: noSum,
    tax: noSum,
    balance: noSum,
    debit: noSum,
  });
  await show(
    <InAppWindow>
      <DisbursementSection
        subject={{ connectionId: 'a', number: '7', rut }}
        disbursements={[
          {
            connectionId: 'a',
            rut,
            id: 'p',
            dispatchNumber: '7',
            date: '2026-08-24',
            analysisCode: '20',
            analysisName: 'ALMACENAJE',
            documentNumber: '77',
            state: 'PAGADO',
            amount: 120_190,
            providerId: '3',
            providerName: 'Puerto',
            item: {},
          },
        ]}
        error={undefined}
      />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.payments': async () => ({
        rows: [],
        offset: 0,
        total: 0,
        supported: 0,
        unsupported: 0,
        withoutNumber: 0,
        notRequested: 0,
        dispatches: 1,
        sums: {
          all: group(''),
          byCurrency: [],
          byState: [group('PAGADO'), group('PENDIENTE')],
          byAnalysis: [],
        },
      }),
    },
  );
  const sums = page.getByRole('table', { name: 'Sumas por estado' });
  const folded = page.getByText('Avanzado');
  await expect.element(folded).toBeVisible();
  expect(sums.elements()).toEqual([]);
  await folded.click();
  await expect.element(sums).toBeVisible();
});

it('the document of a payment is named once, with a mark, and the payment leads to it', async () => {
  const invoice = { ...storedDocument('d', '7'), folio: '774847' };
  const bill = { ...storedDocument('e', '7'), folio: '774848' };
  const paid: DisbursementRow = {
    connectionId: 'c',
    rut: acme,
    id: 'p',
    dispatchNumber: '7',
    date: '2026-08-24',
    analysisCode: '20',
    analysisName: 'ALMACENAJE',
    documentNumber: '774847',
    state: 'PAGADO',
    amount: 120_190,
    providerId: '3',
    providerName: 'Puerto',
    item: {},
  };
  const all = {
    key: '',
    label: '',
    currency: '',
    count: 1,
    amount: noSum,
    net: noSum,
    tax: noSum,
    balance: noSum,
    debit: noSum,
  };
  const subject = { connectionId: 'c', number: '7', rut: acme };
  await show(
    <InAppWindow>
      <DispatchDocuments subject={subject} documents={[invoice, bill]} />
      <DisbursementSection subject={subject} disbursements={[paid]} error={undefined} />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'dossier.payments': async () => ({
        rows: [
          {
            ...paid,
            currency: '',
            support: {
              state: 'supported',
              documents: [{ documentId: 'd', by: 'number-and-issuer' }],
              otherIssuer: [],
            },
            supportedBy: [{ documentId: 'd', type: 'FACTURA', folio: '774847' }],
          },
        ],
        offset: 0,
        total: 1,
        supported: 1,
        unsupported: 0,
        withoutNumber: 0,
        notRequested: 0,
        dispatches: 1,
        sums: { all, byCurrency: [], byState: [], byAnalysis: [] },
      }),
    },
  );
  await expect.element(page.getByRole('row').first()).toMatchTextContent(/ALMACENAJE Pagado\s*con respaldo/);
  await expect.element(page.getByRole('button', { name: 'con respaldo' })).toBeVisible();
  const marked = page.getByRole('listitem').filter({ hasText: 'Respalda un desembolso: ALMACENAJE' });
  await expect.element(marked).toMatchTextContent(/774847/);
  expect(page.getByText('774847').elements()).toHaveLength(1);
});

it('a dispatch that was paid in two currencies has a sum in each', async () => {
  const paid = (id: string, amount: number | undefined, item: DisbursementRow['item']): DisbursementRow => ({
    connectionId: 'c',
    rut: acme,
    id,
    dispatchNumber: '7',
    date: '2026-08-24',
    analysisCode: '20',
    analysisName: 'FLETE',
    documentNumber: id,
    state: 'PAGADO',
    ...(amount !== undefined && { amount }),
    providerId: '3',
    providerName: 'Puerto',
    item,
  });
  const disbursements = [
    paid('1', 1000, {}),
    paid('2', 20.5, { moneda: 'usd' }),
    paid('3', 5, { documentInfo: { moneda: 'USD' } }),
    paid('4', undefined, { moneda: 'USD' }),
  ];
  const subject = { connectionId: 'c', number: '7', rut: acme };
  await show(
    <InAppWindow>
      <DisbursementSection subject={subject} disbursements={disbursements} error={undefined} />
    </InAppWindow>,
    { ...createAgencyMain().handlers, 'dossier.payments': () => new Promise<never>(() => undefined) },
  );
  await expect.element(page.getByRole('row', { name: 'FLETE Pagado 20,50 USD' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Suma 1.000', exact: true })).toBeVisible();
  const dollars = page.getByRole('row', { name: 'Suma sin contar 1 monto sin dato 25,50 USD' });
  await expect.element(dollars).toBeVisible();
});

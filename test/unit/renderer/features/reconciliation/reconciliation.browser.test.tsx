import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import ReconciliationScreen from '../../../../../renderer/features/reconciliation/reconciliation.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import type { ReconciledLine, Reconciliation } from '../../../../../shared/model/review.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

it('the documents that carry chosen lines of a purchase register are downloaded from there', async () => {
  const agencyMain = createAgencyMain();
  const started: CallInput<'downloads.start'>[] = [];
  await agencyMain.handlers['settings.change']?.({ folder: '/folders' });
  await show(
    <InAppWindow>
      <ReconciliationScreen route={{ view: 'cuadratura' }} />
    </InAppWindow>,
    {
      ...agencyMain.handlers,
      'app.info': () => new Promise(() => undefined),
      'dossier.reconcile': async () => ({
        lines: [line(1, 'paper-only'), line(2, 'other-issuer')],
        asOf: '2026-10-20T12:00:00Z',
        isOfSales: false,
        months: [],
        known: { dispatches: 1, disbursements: 1 },
        counts: { ...emptyCounts(), 'paper-only': 1, 'other-issuer': 1 },
      }),
      'downloads.previewName': async () => ({ path: '' }),
      'downloads.start': async (request) => {
        started.push(request);
        return { batchId: 'b' };
      },
    },
  );
  await page.getByRole('textbox').fill('76.086.428-5\t1\t100');
  await page.getByRole('button', { name: 'Comparar' }).click();
  await page.getByRole('row').nth(1).click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await page.getByRole('button', { name: 'Descargar…', exact: true }).click();
  await page.getByRole('button', { name: 'Descargar', exact: true }).click();
  // A document of another issuer does not carry its line.
  await expect
    .poll(() => started.map(({ selection }) => selection))
    .toEqual([{ kind: 'some', documents: [{ connectionId: 'agency', id: 'paper 1' }] }]);
});

function LeftAndEntered() {
  const [isAway, setAway] = useState(false);
  return (
    <InAppWindow>
      <button type="button" onClick={() => setAway(!isAway)}>
        Ir y volver
      </button>
      {!isAway && <ReconciliationScreen route={{ view: 'cuadratura' }} />}
    </InAppWindow>
  );
}

it('who comes back finds the lines that were compared, compared with what is stored by now', async () => {
  let verdict: ReconciledLine['verdict'] = 'absent';
  await show(<LeftAndEntered />, {
    ...createAgencyMain().handlers,
    'dossier.reconcile': async () => ({
      lines: [line(1, verdict)],
      asOf: '2026-10-20T12:00:00Z',
      isOfSales: false,
      months: [],
      known: { dispatches: 1, disbursements: 1 },
      counts: { ...emptyCounts(), [verdict]: 1 },
    }),
  });
  await page.getByRole('textbox').fill('76.086.428-5\t1\t100');
  await page.getByRole('button', { name: 'Comparar' }).click();
  await expect.element(page.getByRole('gridcell', { name: 'no está' })).toBeVisible();
  const leave = page.getByRole('button', { name: 'Ir y volver' });
  await leave.click();
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
  verdict = 'paper-only';
  await leave.click();
  await expect.element(page.getByRole('gridcell', { name: 'solo documento' })).toBeVisible();
  await page.getByRole('button', { name: 'Cambiar las líneas' }).click();
  await expect.element(page.getByRole('textbox')).toHaveValue('76.086.428-5\t1\t100');
});

function emptyCounts() {
  return {
    found: 0,
    'found-unknown-total': 0,
    'other-total': 0,
    'paper-only': 0,
    'disbursement-only': 0,
    'not-asked': 0,
    'not-in-ledger': 0,
    absent: 0,
    possible: 0,
    'other-issuer': 0,
    unreadable: 0,
  };
}

function line(at: number, verdict: ReconciledLine['verdict']): ReconciledLine {
  const dispatch = { connectionId: 'agency', number: '7', rut: acme };
  return {
    line: at,
    text: '',
    verdict,
    issuer: '76086428-5',
    folio: String(at),
    payments: [],
    issuerName: '',
    kind: '',
    documents: [
      {
        ...dispatch,
        documentId: `paper ${at}`,
        type: 'FACTURA',
        folio: String(at),
        issuerId: '76086428-5',
        issuerName: '',
        by: 'number-and-issuer',
      },
    ],
  };
}

function absentLine(): Reconciliation {
  return {
    lines: [line(1, 'absent')],
    asOf: '2026-10-20T12:00:00Z',
    isOfSales: false,
    months: [],
    known: { dispatches: 1, disbursements: 1 },
    counts: { ...emptyCounts(), absent: 1 },
  };
}

it('a comparison that takes long says so and can be cancelled, and nothing of it is shown afterwards', async () => {
  const compared = Promise.withResolvers<Reconciliation>();
  await show(
    <InAppWindow>
      <ReconciliationScreen route={{ view: 'cuadratura' }} />
    </InAppWindow>,
    { ...createAgencyMain().handlers, 'dossier.reconcile': () => compared.promise },
  );
  const lines = page.getByRole('textbox', { name: 'Líneas del registro de compras' });
  await lines.fill('76.086.428-5\t1\t100');
  await page.getByRole('button', { name: 'Comparar' }).click();
  const note = page.getByText('Leyendo y comparando el registro…');
  await expect.element(note).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(note).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  compared.resolve(absentLine());
  await compared.promise;
  await expect.element(page.getByRole('button', { name: 'Comparar' })).toBeEnabled();
  await expect.element(lines).toHaveValue('76.086.428-5\t1\t100');
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
});

it('a comparison of another scope that is cancelled leaves no result of the scope before', async () => {
  function Scoped() {
    const [rut, setRut] = useState<string>();
    return (
      <InAppWindow>
        <button type="button" onClick={() => setRut(acme)}>
          Otro alcance
        </button>
        <ReconciliationScreen route={{ view: 'cuadratura', ...(rut && { rut }) }} />
      </InAppWindow>
    );
  }
  await show(<Scoped />, {
    ...createAgencyMain().handlers,
    'dossier.reconcile': ({ ruts }) => (ruts ? new Promise(() => undefined) : Promise.resolve(absentLine())),
  });
  await page.getByRole('textbox').fill('76.086.428-5\t1\t100');
  await page.getByRole('button', { name: 'Comparar' }).click();
  await expect.element(page.getByRole('grid')).toBeVisible();
  await page.getByRole('button', { name: 'Otro alcance' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Comparar' })).toBeEnabled();
});

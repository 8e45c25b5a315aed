import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DisbursementSection } from '../../../../../renderer/features/payments/disbursement-section.tsx';
import type { Rut } from '../../../../../shared/model/rut.ts';
import type { DisbursementRow } from '../../../../../shared/model/search.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

const rut = '76086428-5' as Rut;

it('the state of what was paid for a dispatch is written beside it as in lists', async () => {
  const paid: DisbursementRow = {
    ...{ connectionId: 'a', rut, id: 'p', dispatchNumber: '123457', date: '2026-08-24' },
    ...{ analysisCode: '20', analysisName: 'ALMACENAJE', documentNumber: '77', state: 'PAGADO' },
    ...{ amount: 120_190, providerId: '3', providerName: 'Puerto', item: {} },
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

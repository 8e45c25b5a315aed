import type { Page } from '@playwright/test';
import { ask } from '../support/app/bridge.ts';

/** Lines of a purchase ledger, most of which the stored disbursements carry. */
export async function purchaseLedger(page: Page): Promise<string> {
  const { rows } = await ask(page, 'dossier.payments', { scope: {}, offset: 0, limit: 12 });
  const lines = rows.map(
    ({ providerId, providerName, documentNumber, date, amount = 1000 }, index) =>
      `${providerId || '76.086.428-5'}\t${providerName}\t${documentNumber}\t${date.slice(0, 10)}\t${index === 3 ? amount + 50 : amount}`,
  );
  const header = 'RUT Proveedor\tRazon Social\tFolio\tFecha Docto\tMonto Total';
  const day = rows[0]?.date.slice(0, 10) ?? '';
  return [header, ...lines, `76.086.428-5\tLIBRERÍA CENTRAL\t987654321\t${day}\t45990`].join('\n');
}

/**
 * The lists of complete folders over 100,000 documents of 10,000 dispatches: how long each takes, and how
 * long the main event loop is kept from its work meanwhile.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Rut } from '../../shared/model/rut.ts';
import { checkDigit } from '../../shared/model/rut.ts';
import { temporaryStore } from '../support/database/store.ts';
import { storeDispatch } from '../support/samples/stored-folders.ts';
import type { Bench } from './run.ts';

const dispatches = 10_000;
const clients = Array.from({ length: 40 }, (_, n) => {
  const body = String(76_000_000 + n * 137);
  return `${body}-${checkDigit(body)}` as Rut;
});
const types = [
  'DIN',
  'B/L',
  'FACTURA',
  'ORIGEN',
  'SEGURO',
  'NOTA DE COBRO',
  'FACTURA AGENCIA',
  'TGR',
  'PACKING',
  'OTROS',
];
const today = '2026-11-20';
const window = { offset: 0, limit: 200 };
const bars = { seconds: 3, tableSeconds: 0.15, delay99: 20 };
const tableName = 'accountant’s table';

export const bench: Bench = async () => {
  const { store, remove } = await temporaryStore();
  try {
    for (let n = 0; n < dispatches; n++) {
      await storeDispatch(store, {
        number: String(100_000 + n),
        rut: clients[n % clients.length] ?? ('' as Rut),
        documents: types.map((type, index) => ({
          type,
          ...((n + index) % 10 === 0 && { file: 'none' as const }),
        })),
        status: { isCompleted: true },
        payments: ['10', '20', '30'].map((analysisCode, index) => ({
          documentNumber: `${100_000 + n}${index + 2}`,
          providerId: '96591760-8',
          amount: 1000,
          analysisCode,
          date: `2026-${String((n % 10) + 1).padStart(2, '0')}-15T00:00:00.000Z`,
        })),
      });
    }
    const ledger = Array.from({ length: 2000 }, (_, n) => `96.591.760-8\t${100_000 + n * 3}2\t1000`).join(
      '\n',
    );
    const lists: [name: string, ask: () => Promise<unknown>][] = [
      ['expectations', () => store.listExpectations({}, today)],
      ['matrix, 200 rows', () => store.getMatrix({}, window, today)],
      ['gaps, 200 rows', () => store.listMissingDocuments({}, window, today)],
      ['folders, 200 rows', () => store.listClosedDispatches({}, window, today)],
      ['disbursements, 200 rows', () => store.listPayments({}, window, today)],
      [
        tableName,
        () => store.tabulatePayments({ scope: {}, rows: 'client', columns: 'month', measure: 'amount' }),
      ],
      ['worth a look, 200 rows', () => store.listFindings({}, { ...window, withDismissed: false }, today)],
      ['cuadratura, 2,000 lines', () => store.reconcileLines(ledger)],
      [
        'worth a look, next rows',
        () => store.listFindings({}, { offset: 200, limit: 200, withDismissed: false }, today),
      ],
      ['gaps of one client', () => store.listMissingDocuments({ ruts: clients.slice(0, 1) }, window, today)],
    ];
    console.log(
      `${dispatches} dispatches, ${dispatches * types.length} documents; bar for each ${bars.seconds} s, ${bars.tableSeconds} s for the table`,
    );
    let isMet = true;
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (const [name, ask] of lists) {
      const times: number[] = [];
      for (let run = 0; run < 3; run++) {
        // What was found is remembered until the store changes; what is measured is the finding.
        if (!name.endsWith('next rows'))
          await store.dismissFinding('nothing', '', '', new Date(run).toISOString());
        const begun = performance.now();
        await ask();
        times.push((performance.now() - begun) / 1000);
      }
      const median = times.sort((a, b) => a - b)[1] ?? 0;
      isMet &&= median < (name === tableName ? bars.tableSeconds : bars.seconds);
      console.log(`  ${name.padEnd(26)}${median.toFixed(2)} s`);
    }
    delay.disable();
    const delay99 = delay.percentile(99) / 1e6;
    console.log(`  event loop p99            ${delay99.toFixed(1)} ms, bar ${bars.delay99} ms`);
    return isMet && delay99 < bars.delay99 ? 0 : 1;
  } finally {
    await remove();
  }
};

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cell } from '../../../electron/lib/worksheet-cell.ts';
import { seededRandom } from '../../../electron/practice/data/random.ts';
import type { SavedTableTexts } from '../../../shared/lists/saved-payment-table.ts';
import type { Disbursement } from '../../../shared/model/document.ts';
import type { PaymentTableQuery } from '../../../shared/model/payment-queries.ts';
import type { PaymentTable } from '../../../shared/model/payment-table.ts';
import { formatRut, type Rut } from '../../../shared/model/rut.ts';
import { type DossierModule, openModule } from '../../support/app/dossier-module.ts';
import { acme } from '../../support/samples/documents.ts';
import { storeDispatch } from '../../support/samples/stored-folders.ts';

const namesake = '77100201-2' as Rut;
const treasury = { providerId: '60.805.000-0', providerName: 'Tesorería General de la República' };
const port = { providerId: '96591760-8', providerName: 'Puerto Central S.A.' };
const october = '2026-10-12T00:00:00.000Z';
let opened: DossierModule;

beforeAll(async () => {
  // Two clients with one name: only their RUT tells them apart.
  const clients = [acme, namesake].map((rut) => ({ rut, name: 'Importadora Sur', email: '', folder: '' }));
  opened = await openModule({ clients });
  const { store } = opened;
  await storeDispatch(store, {
    number: '100',
    payments: [
      paid({ ...treasury, amount: 1190, net: 1000, tax: 190, date: october, analysisName: 'DERECHOS E IVA' }),
      paid(
        { ...port, amount: 100.1, net: 100.1, date: october },
        { documentInfo: { totals: { exento: 100.1 } } },
      ),
      paid({ ...port, date: '2026-09-30' }),
      paid({ ...port, amount: 0.2, date: '' }),
    ],
  });
  await storeDispatch(store, {
    number: '101',
    rut: namesake,
    payments: [
      paid({ ...treasury, amount: 2000, date: '2026-10-01', analysisName: 'DERECHOS E IVA' }),
      paid({ ...treasury, providerId: '60805000-0', amount: 5, date: october }, { moneda: 'usd' }),
      paid({ ...treasury, amount: 7, date: october }, { moneda: { id: 1 } }),
    ],
  });
});
afterAll(() => opened.close());

function paid(fields: Partial<Disbursement>, item: Disbursement['item'] = {}): Partial<Disbursement> {
  return { ...fields, item };
}

function tabulate(query: Partial<PaymentTableQuery>): Promise<PaymentTable> {
  return opened.handlers['dossier.paymentTable']({ scope: {}, rows: 'client', measure: 'amount', ...query });
}

const figures = ({ sections }: PaymentTable) =>
  sections.map(({ currency, rows, totals }) => [
    currency,
    ...rows.map(({ label, rut = '', totals: { count, amount } }) => [
      label,
      rut,
      count,
      amount.sum,
      amount.unknown,
    ]),
    totals.amount.sum,
  ]);

describe('the table of disbursements', () => {
  it('adds no currency to another, counts unknown amounts apart, and keeps clients of one name apart', async () => {
    expect(figures(await tabulate({}))).toEqual([
      ['', ['Importadora Sur', acme, 4, 1290.3, 1], ['Importadora Sur', namesake, 2, 2007, 0], 3297.3],
      ['USD', ['Importadora Sur', namesake, 1, 5, 0], 5],
    ]);
  });

  it('finds TGR by its initials, and the days of a filter, per client', async () => {
    const { period, rest } = { period: { start: '2026-10-01', end: '2026-10-31' }, rest: 'tgr' };
    expect(figures(await tabulate({ filter: { words: rest, period } }))).toEqual([
      ['', ['Importadora Sur', acme, 1, 1190, 0], ['Importadora Sur', namesake, 2, 2007, 0], 3197],
      ['USD', ['Importadora Sur', namesake, 1, 5, 0], 5],
    ]);
  });

  it('knows net, VAT and exempt apart, each with what is unknown of it', async () => {
    const { sections } = await tabulate({ rows: 'supplier' });
    const [, supplier] = [sections[0], sections[0]?.rows[0]];
    expect(supplier).toMatchObject({
      label: 'Puerto Central S.A.',
      totals: {
        count: 3,
        net: { sum: 100.1, unknown: 2 },
        tax: { known: 0, unknown: 3 },
        exempt: { sum: 100.1, known: 1, unknown: 2 },
      },
    });
  });

  it('sets any two side by side: months in their order, undated ones last', async () => {
    const table = await tabulate({ rows: 'concept', columns: 'month' });
    expect(table.columns.map(({ key }) => key)).toEqual(['2026-09', '2026-10', '']);
    const [section] = table.sections;
    expect(section?.rows.map(({ label, cells }) => [label, cells])).toEqual([
      [
        'ALMACENAJE',
        [
          { column: 0, count: 1, sum: 0, known: 0, unknown: 1 },
          { column: 1, count: 2, sum: 107.1, known: 2, unknown: 0 },
          { column: 2, count: 1, sum: 0.2, known: 1, unknown: 0 },
        ],
      ],
      ['DERECHOS E IVA', [{ column: 1, count: 2, sum: 3190, known: 2, unknown: 0 }]],
    ]);
  });

  it('has the RUT in the columns of clients of one name', async () => {
    const { columns } = await tabulate({ rows: 'month', columns: 'client' });
    expect(columns.map(({ label }) => label)).toEqual(
      [acme, namesake].map((rut) => `Importadora Sur · ${formatRut(rut)}`),
    );
  });

  it('leads from each figure to its disbursements', async () => {
    const table = await tabulate({ rows: 'supplier', columns: 'dispatch' });
    for (const { currency, rows } of table.sections) {
      for (const row of rows) {
        for (const cell of row.cells) {
          const dispatch = table.columns[cell.column]?.key ?? '';
          const { rows: list } = await opened.handlers['dossier.payments']({
            scope: {},
            offset: 0,
            limit: 500,
            filter: { group: { supplier: row.key, dispatch, currency } },
          });
          expect(list).toHaveLength(cell.count);
          expect(list.reduce((sum, { amount = 0 }) => sum + amount, 0)).toBeCloseTo(cell.sum);
        }
      }
    }
  });

  it('leads from a figure to its own disbursements, also where several have one id', async () => {
    const { store, handlers, close } = await openModule();
    const payments = [paid({ id: 'x', ...treasury, amount: 1 }), paid({ id: 'x', ...port, amount: 2 })];
    await storeDispatch(store, { number: '400', payments });
    const filter = { group: { supplier: '60805000-0' } };
    const page = await handlers['dossier.payments']({ scope: {}, offset: 0, limit: 9, filter });
    expect(page.rows.map(({ amount }) => amount)).toEqual([1]);
    await close();
  });

  it('says when it has more columns than anybody reads, and keeps its sums', async () => {
    const { store, handlers, close } = await openModule();
    for (let number = 200; number < 270; number++) {
      await storeDispatch(store, { number: String(number), payments: [{ amount: 1 }] });
    }
    const table = await handlers['dossier.paymentTable']({
      scope: {},
      rows: 'client',
      columns: 'dispatch',
      measure: 'amount',
    });
    expect([table.tooManyColumns, table.columns, table.sections[0]?.totals.amount.sum]).toEqual([70, [], 70]);
    await close();
  });
});

const texts: SavedTableTexts = {
  name: 'Tabla',
  payments: 'Desembolsos',
  rut: 'RUT',
  count: 'Cantidad',
  total: 'Total',
  unknown: 'sin dato',
  noLabel: '(sin dato)',
  currency: 'Moneda',
  date: 'Fecha',
  state: 'Estado',
  documentNumber: 'N° documento',
  row: 'Fila',
  column: 'Columna',
  months: {},
  dimension: {
    month: 'Mes',
    client: 'Cliente',
    supplier: 'Proveedor',
    concept: 'Concepto',
    dispatch: 'Despacho',
  },
  measure: { amount: 'Monto', net: 'Neto', tax: 'IVA', exempt: 'Exento', balance: 'Saldo', debit: 'Debe' },
};

/** Computes the formulas that the workbook uses, as a spreadsheet does. */
class Computed {
  readonly #sheets: Map<string, readonly (readonly Cell[])[]>;
  constructor(sheets: readonly { name: string; rows: readonly (readonly Cell[])[] }[]) {
    this.#sheets = new Map(sheets.map(({ name, rows }) => [name, rows]));
  }

  #range(reference: string, own: string): unknown[] {
    const [, quoted, a = '', first = '', b = '', last = ''] =
      /^(?:'(.+)'!)?\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?$/.exec(reference) ?? [];
    const rows = this.#sheets.get(quoted ?? own) ?? [];
    const at = (letters: string) => [...letters].reduce((n, one) => n * 26 + one.charCodeAt(0) - 64, 0) - 1;
    const values: unknown[] = [];
    for (let row = Number(first); row <= Number(last || first); row++) {
      for (let column = at(a); column <= at(b || a); column++)
        values.push(this.value(rows[row - 1]?.[column], quoted ?? own));
    }
    return values;
  }

  value(cell: Cell | undefined, worksheet: string): unknown {
    if (cell?.kind === 'number') return cell.number;
    if (cell?.kind === 'text') return cell.text;
    return cell?.kind === 'formula' ? this.formula(cell.formula, worksheet) : '';
  }

  formula(formula: string, worksheet: string): unknown {
    const guarded = /^IF\((COUNT(?:IFS)?\(.+?\))=0,"",(.+)\)$/.exec(formula);
    if (guarded)
      return this.formula(guarded[1] ?? '', worksheet) === 0 ? '' : this.formula(guarded[2] ?? '', worksheet);
    const [, name = '', list = ''] = /^(\w+)\((.+)\)$/.exec(formula) ?? [];
    const args = list.split(',');
    if (name === 'SUM') return this.#sum(this.#range(args[0] ?? '', worksheet));
    if (name === 'COUNT')
      return this.#range(args[0] ?? '', worksheet).filter((one) => typeof one === 'number').length;
    const summed = name === 'SUMIFS' ? this.#range(args.shift() ?? '', worksheet) : undefined;
    const criteria = Array.from({ length: args.length / 2 }, (_, n) => {
      const criterion = args[2 * n + 1] ?? '';
      const value = /^\$[A-Z]/.test(criterion) ? this.#range(criterion, worksheet)[0] : criterion;
      return { values: this.#range(args[2 * n] ?? '', worksheet), value };
    });
    const isMet = (each: unknown, value: unknown) =>
      value === '"<>"' ? each !== '' : value === '""' ? each === '' : each === Number(value);
    const met = (criteria[0]?.values ?? []).flatMap((_, n) =>
      criteria.every(({ values, value }) => isMet(values[n], value)) ? [n] : [],
    );
    return summed ? this.#sum(met.map((n) => summed[n])) : met.length;
  }

  #sum(values: readonly unknown[]): number {
    return values.reduce<number>((sum, one) => sum + (typeof one === 'number' ? one : 0), 0);
  }
}

/** Every formula of the last workbook gives the value that is stored with it; there are more than `least`. */
function expectComputed({ workbooks }: DossierModule, least: number): void {
  const worksheets = workbooks.at(-1)?.worksheets ?? [];
  const computed = new Computed(worksheets);
  const formulas = (worksheets[0]?.rows ?? [])
    .flat()
    .flatMap((cell) => (cell.kind === 'formula' ? [cell] : []));
  expect(formulas.length).toBeGreaterThan(least);
  for (const { formula, value = '' } of formulas) {
    const now = computed.formula(formula, 'Tabla');
    if (typeof value === 'number') expect(now, formula).toBeCloseTo(value);
    else expect(now, formula).toBe(value);
  }
}

describe('the workbook of the table', () => {
  it.each([
    { rows: 'client' },
    { rows: 'supplier', columns: 'month' },
    { rows: 'month', columns: 'concept' },
  ] as const)('has formulas that give its figures from its disbursements: %o', async (shape) => {
    opened.workbooks.length = 0;
    await opened.handlers['dossier.savePaymentTable']({
      format: 'xlsx',
      texts,
      note: 'Desembolsos de 2 despachos',
      query: { scope: {}, measure: 'amount', ...shape },
    });
    const [table, payments] = opened.workbooks[0]?.worksheets ?? [];
    expectComputed(opened, 10);
    expect(payments?.rows).toHaveLength(8);
    expect(table?.rows.at(-1)).toEqual([{ kind: 'text', text: 'Desembolsos de 2 despachos' }]);
  });

  it('leaves the total of amounts that nobody knows empty, as it computes', async () => {
    opened.workbooks.length = 0;
    const query = { scope: {}, rows: 'client', measure: 'amount' } as const;
    await opened.handlers['dossier.savePaymentTable']({ format: 'xlsx', texts, query });
    const rows = opened.workbooks[0]?.worksheets[0]?.rows ?? [];
    const balance = rows.find(([, name]) => name?.kind === 'text' && name.text === 'Total')?.[12];
    expect(balance).toMatchObject({ kind: 'formula', value: undefined });
    expectComputed(opened, 10);
  });

  it('of more columns than it shows has the sum of each row, and leaves an unknown one empty', async () => {
    const module = await openModule();
    const { store, handlers, workbooks, close } = module;
    for (let number = 200; number < 270; number++) {
      const known = paid({ ...treasury, amount: 1 });
      await storeDispatch(store, { number: String(number), payments: [known, paid(port)] });
    }
    const query = { scope: {}, rows: 'supplier', columns: 'dispatch', measure: 'amount' } as const;
    await handlers['dossier.savePaymentTable']({ format: 'xlsx', texts, query });
    expectComputed(module, 6);
    const rows = workbooks[0]?.worksheets[0]?.rows ?? [];
    const sums = rows.flatMap(([, name, , , sum]) =>
      name?.kind === 'text' && sum?.kind === 'formula' ? [[name.text, sum.value]] : [],
    );
    expect(sums).toContainEqual([treasury.providerName, 70]);
    expect(sums).toContainEqual([port.providerName, undefined]);
    await close();
  });

  it('is a list of its figures as CSV', async () => {
    opened.tables.length = 0;
    await opened.handlers['dossier.savePaymentTable']({
      format: 'csv',
      texts,
      query: { scope: {}, rows: 'client', columns: 'month', measure: 'amount' },
    });
    const [table] = opened.tables;
    expect(table?.columns.map(({ title }) => title)).toEqual([
      ...['Cliente', 'RUT', 'Moneda', 'Cantidad', '2026-09', '2026-10', '(sin dato)', 'Total', 'sin dato'],
    ]);
    expect(table?.rows[0]).toMatchObject({ label: 'Importadora Sur', 'column:1': 1290.1, total: 1290.3 });
  });
});

describe('a table in one declared currency', () => {
  it('names it in the workbook and in CSV', async () => {
    const { store, handlers, workbooks, tables, close } = await openModule();
    await storeDispatch(store, { number: '300', payments: [paid({ amount: 5 }, { moneda: 'usd' })] });
    const request = { texts, query: { scope: {}, rows: 'client', measure: 'amount' } } as const;
    await handlers['dossier.savePaymentTable']({ format: 'xlsx', ...request });
    expect(workbooks[0]?.worksheets[0]?.rows[0]).toEqual([{ kind: 'text', text: 'Moneda: USD' }]);
    await handlers['dossier.savePaymentTable']({ format: 'csv', ...request });
    expect(tables[0]?.columns.map(({ title }) => title)).toContain('Moneda');
    await close();
  });
});

describe('a month of 4,000 disbursements in three currencies', () => {
  it('gives each currency its own exact sums', async () => {
    const { store, handlers, close } = await openModule();
    const currencies = ['CLP', 'USD', 'EUR'];
    for (let number = 0; number < 40; number++) {
      await storeDispatch(store, {
        number: String(1000 + number),
        payments: Array.from({ length: 100 }, (_, n) =>
          paid({ amount: 0.1, date: october }, { moneda: currencies[n % 3] ?? '' }),
        ),
      });
    }
    const { sections, count } = await handlers['dossier.paymentTable']({
      scope: {},
      rows: 'month',
      measure: 'amount',
    });
    expect(count).toBe(4000);
    expect(sections.map(({ currency, totals }) => [currency, totals.count, totals.amount.sum])).toEqual([
      ['CLP', 1360, 136],
      ['EUR', 1320, 132],
      ['USD', 1320, 132],
    ]);
    await close();
  });
});

describe('the table of random disbursements', () => {
  const seed = String(Math.random());
  const random = seededRandom(seed);
  const one = <Value>(values: readonly Value[]) => random.pick(values);
  /** In hundredths, which add up without any error; some are unknown. */
  const cents = () => (random.chance(0.2) ? undefined : BigInt(random.whole(-1e6, 1e12)));
  const drafts = Array.from({ length: 60 }, (_, n) => ({
    number: String(500 + n),
    rut: one([acme, namesake]),
    payments: Array.from({ length: 8 }, () => ({
      supplier: one(['60805000-0', '96591760-8', '']),
      code: one(['10', '20']),
      month: one(['2026-09', '2026-10', '']),
      currency: one(['', 'CLP', 'USD']),
      amount: cents(),
      exempt: cents(),
    })),
  }));
  type Draft = (typeof drafts)[number]['payments'][number];
  const keyIn = {
    month: (_: string, { month }: Draft) => month,
    supplier: (_: string, { supplier }: Draft) => supplier,
    client: (rut: string) => rut,
  };

  it.each([
    ['month', 'supplier', 'amount'],
    ['supplier', 'client', 'exempt'],
    ['client', 'month', 'amount'],
  ] as const)('has by %s and %s the exact sums of %s', async (rows, columns, measure) => {
    const { store, handlers, close } = await openModule();
    const expected = new Map<string, { count: number; hundredths: bigint; unknown: number }>();
    for (const { number, rut, payments } of drafts) {
      await storeDispatch(store, {
        number,
        rut,
        payments: payments.map(({ supplier, code, month, currency, amount, exempt }) =>
          paid(
            {
              providerId: supplier,
              analysisCode: code,
              date: month && `${month}-05`,
              ...(amount !== undefined && { amount: Number(amount) / 100 }),
            },
            {
              ...(currency !== '' && { moneda: currency }),
              ...(exempt !== undefined && { montoExento: Number(exempt) / 100 }),
            },
          ),
        ),
      });
      for (const payment of payments) {
        const keys = [payment.currency, keyIn[rows](rut, payment), keyIn[columns](rut, payment)];
        const of = expected.get(keys.join('|')) ?? { count: 0, hundredths: 0n, unknown: 0 };
        of.count++;
        if (payment[measure] === undefined) of.unknown++;
        of.hundredths += payment[measure] ?? 0n;
        expected.set(keys.join('|'), of);
      }
    }
    const table = await handlers['dossier.paymentTable']({ scope: {}, rows, columns, measure });
    const found = table.sections.flatMap(({ currency, rows: own }) =>
      own.flatMap(({ key, cells }) =>
        cells.map(({ column, count, sum, unknown }) => [
          [currency, key, table.columns[column]?.key].join('|'),
          { count, sum, unknown },
        ]),
      ),
    );
    const sums = [...expected].map(([key, { count, hundredths, unknown }]) => [
      key,
      { count, sum: Number(hundredths) / 100, unknown },
    ]);
    expect(Object.fromEntries(found), `seed ${seed}`).toEqual(Object.fromEntries(sums));
    await close();
  });
});

describe('a period', () => {
  it('names what was never asked of it, and nothing of days to come', async () => {
    const toAsk = (start: string, end: string) =>
      opened.handlers['dossier.paymentsToRequest']({ scope: {}, period: { start, end } });
    expect(await toAsk('2027-01-01', '2027-01-31')).toEqual({ queries: [], requests: 0 });
    expect(await toAsk('2026-11-01', '2026-11-30')).toMatchObject({
      queries: [{ kind: 'range', ruts: [acme, namesake], range: { start: '2026-11-01', end: '2026-11-20' } }],
    });
  });
});

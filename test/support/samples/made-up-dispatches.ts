import type { ClaimKind } from '../../../shared/model/review.ts';
import type { ServedDocument, ServiceData } from '../database/read-documents.ts';
import { electronicInvoice } from './electronic-invoice.ts';
import { amountOf, container, grouped, iso, madeUpDay, type Source, sourceOf, two } from './made-up-forms.ts';
import { textPdf } from './text-files.ts';

/** A claim that a person would make: by which document, what it says, and what contradicts it. */
export interface PlantedClaim {
  kind: ClaimKind;
  documentId: string;
  stated: string;
  known: string;
}

/** ServedDocuments that agree with each other and with the service, but for what is planted. */
export interface MadeUpDispatch {
  number: string;
  variant: string;
  documents: Readonly<Record<string, ServedDocument>>;
  /** What a person would claim of them. */
  planted: readonly PlantedClaim[];
}

type ServedDocuments = Record<string, Promise<ServedDocument>>;

/** What is true of a dispatch. */
interface Truth {
  source: Source;
  number: string;
  supplier: string;
  folio: string;
  day: ReturnType<typeof madeUpDay>;
  total: ReturnType<typeof amountOf>;
  currency: string;
  bill: string;
  boxes: readonly string[];
  /** Kilos. */
  weight: number;
  declaration: string;
  accepted: ReturnType<typeof madeUpDay>;
  local: { folio: string; net: number };
}

function truthOf(source: Source, index: number): Truth {
  return {
    source,
    number: String(500_000 + index),
    supplier: `${source.pick(['SHENZHEN TRADING', 'WERK GMBH', 'ROSSI MECCANICA'])} ${index}`,
    folio: `${source.pick(['SZ', 'HK', 'INV'])}-${source.whole(10_000, 99_999)}`,
    day: madeUpDay(source),
    total: amountOf(source),
    currency: source.pick(['USD', 'EUR']),
    bill: `${source.pick(['MAEU', 'HLCU', 'ONEY'])}${source.whole(100_000_000, 999_999_999)}`,
    boxes: Array.from({ length: source.whole(1, 3) }, () => container(source)),
    weight: source.whole(2_000, 90_000),
    declaration: `${source.whole(3_900_000_000, 5_999_999_999)}-${source.whole(0, 9)}`,
    accepted: madeUpDay(source),
    local: { folio: String(source.whole(100_000, 9_999_999)), net: source.whole(10_000, 9_000_000) },
  };
}

const midnight = (day: ReturnType<typeof madeUpDay>) => `${iso(day)}T00:00:00.000Z`;

/** What the service says of any document of a dispatch. */
function saysOf(truth: Truth, more: ServiceData): ServiceData {
  const { number, bill, declaration, accepted } = truth;
  return {
    dispatchNumber: number,
    issuerId: '',
    issuerName: '',
    issueDate: '',
    dispatch: {
      doctoTransporte: bill,
      numeroIdentificacion: declaration,
      fechaAceptacion: midnight(accepted),
    },
    ...more,
  };
}

async function served(lines: readonly string[], says: ServiceData): Promise<ServedDocument> {
  return { content: await textPdf([lines.join('\n')]), says };
}

function invoice(truth: Truth, more: ServiceData = {}): Promise<ServedDocument> {
  const { source, supplier, folio, day, total, currency } = truth;
  const says = { type: 'FACTURA COMERCIAL', folio, issuerName: supplier, issueDate: midnight(day) };
  const written = source.pick([total.english, total.spanish]);
  const lines = source.pick([
    [
      'COMMERCIAL INVOICE',
      `Invoice No.: ${folio}`,
      `Invoice Date: ${iso(day)}`,
      `GRAND TOTAL: ${currency} ${written}`,
    ],
    ['INVOICE', 'Invoice No', folio, 'Date of invoice', iso(day), 'TOTAL', `${currency} ${written}`],
  ]);
  return served([supplier, ...lines], saysOf(truth, { ...says, ...more }));
}

function packingList(truth: Truth, weight = truth.weight): Promise<ServedDocument> {
  const { supplier, folio, boxes } = truth;
  const lines = [supplier, 'PACKING LIST', `Invoice No: ${folio}`, ...boxes.map((box) => `Container ${box}`)];
  const sum = `TOTAL GROSS WEIGHT: ${grouped(weight, ',')}.00 KGS`;
  return served([...lines, sum], saysOf(truth, { type: 'PACKING LIST' }));
}

function bill(truth: Truth, more: ServiceData = {}): Promise<ServedDocument> {
  const { source, bill: number, boxes, weight } = truth;
  const written = source.pick([`${grouped(weight, ',')}.000`, `${grouped(weight, '.')},00`, `${weight}`]);
  const lines = source.pick([
    ['BILL OF LADING', `B/L No. ${number}`, ...boxes, `TOTAL GROSS WEIGHT: ${written} KGS`],
    ['CONOCIMIENTO DE EMBARQUE', 'BL N°', number, 'Puerto: SHANGHAI', ...boxes, `PESO BRUTO: ${written} KGS`],
  ]);
  return served(lines, saysOf(truth, { type: 'B/L', folio: number, ...more }));
}

function declaration(truth: Truth, more: readonly string[] = []): Promise<ServedDocument> {
  const { declaration: number, accepted, weight } = truth;
  const lines = [
    'DECLARACIÓN DE INGRESO',
    `NÚMERO DE IDENTIFICACIÓN ${number}`,
    `FECHA DE ACEPTACIÓN: ${two(accepted.day)}-${two(accepted.month)}-${accepted.year}`,
    `TOTAL PESO BRUTO: ${grouped(weight, '.')},${truth.source.pick(['00', '40', '90'])}`,
  ];
  return served([...lines, ...more], saysOf(truth, { type: 'DIN', folio: number }));
}

const issuer = '76086428-5';
function localSays(truth: Truth, total: number): ServiceData {
  const { folio } = truth.local;
  const more = { infoDoc: { document: { number: folio }, totals: { total } } };
  return saysOf(truth, { folio, issuerId: issuer, more });
}

async function xml(truth: Truth, changed = 0): Promise<ServedDocument> {
  const { folio, net } = truth.local;
  const total = net + Math.round(net * 0.19);
  const content = electronicInvoice({ folio, net, ...(changed > 0 && { totalNow: total + changed }) });
  return { content, says: localSays(truth, total) };
}

function printed(truth: Truth, service = 0): Promise<ServedDocument> {
  const { folio, net } = truth.local;
  const [tax, peso] = [Math.round(net * 0.19), (amount: number) => `$ ${grouped(amount, '.')}`];
  const lines = ['R.U.T.: 76.086.428-5', 'FACTURA ELECTRÓNICA', `N° ${folio}`, `MONTO NETO ${peso(net)}`];
  const sums = [`I.V.A. 19% ${peso(tax)}`, `TOTAL ${peso(net + tax)}`];
  return served([...lines, ...sums], localSays(truth, net + tax + service));
}

const plain = (truth: Truth): ServedDocuments => ({
  invoice: invoice(truth),
  list: packingList(truth),
  bill: bill(truth),
  din: declaration(truth),
  xml: xml(truth),
});

/** The total of a local invoice, which adds up. */
const localTotal = ({ local: { net } }: Truth, more = 0) =>
  String(net + more + Math.round((net + more) * 0.19));
const digits = (declaration: string) => declaration.replace('-', '');

/** Another of its kind, whose digits are all others. */
const otherDigits = (text: string) => text.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10));
const later = (day: Truth['day']) => ({ ...day, month: (day.month % 12) + 1 });
const moreBy = ({ total }: Truth) => {
  const [whole, cents] = [Number(total.value.split('.')[0]) + 1_000, total.value.split('.')[1]];
  const written = `${whole}.${cents}`;
  return { value: written, english: written, spanish: written };
};

/** Of a dispatch, and of another that is there, too. */
type Variant = (
  truth: Truth,
  other: Truth,
) => {
  documents: ServedDocuments;
  planted?: readonly [ClaimKind, name: string, stated: string, known: string];
};

/** What looks wrong and is right. */
const right: Readonly<Record<string, Variant>> = {
  plain: (truth) => ({ documents: plain(truth) }),
  copies: (truth) => ({
    documents: { ...plain(truth), copy: invoice(truth), billCopy: bill(truth), printed: printed(truth) },
  }),
  'several packing lists': (truth) => ({
    documents: {
      ...plain(truth),
      list: packingList(truth, truth.weight - 900),
      rest: packingList(truth, 900),
    },
  }),
  'suppliers with one number': (truth) => {
    const says = { issuerName: '' };
    const total = moreBy(truth);
    return {
      documents: {
        ...plain(truth),
        unnamed: invoice({ ...truth, total }, says),
        third: invoice({ ...truth, currency: 'GBP' }, says),
        named: invoice({ ...truth, supplier: 'ANOTHER LTD', day: later(truth.day) }),
      },
    };
  },
  'house and master bill': (truth) => ({
    documents: {
      ...plain(truth),
      master: bill({ ...truth, bill: otherDigits(truth.bill), weight: truth.weight + 5_000 }),
    },
  }),
  'part of a bill': (truth) => ({
    documents: { ...plain(truth), din: declaration({ ...truth, weight: 900 }, ['DESPACHO PARCIAL']) },
  }),
  'packing list of the whole order': (truth) => ({
    documents: { ...plain(truth), list: packingList(truth, truth.weight + 9_000) },
  }),
  'part from a warehouse': (truth) => ({
    documents: { ...plain(truth), din: declaration({ ...truth, weight: truth.weight - 900 }) },
  }),
  'service that writes otherwise': (truth) => ({
    documents: {
      ...plain(truth),
      invoice: invoice(truth, { folio: `N° ${truth.folio}`, issueDate: `${iso(truth.day)}T03:00:00.000Z` }),
      bill: bill(truth, { folio: truth.bill.slice(4) }),
    },
  }),
  'service that knows little': (truth) => ({
    documents: {
      invoice: invoice(truth, { folio: '', issueDate: '', dispatch: {} }),
      bill: bill(truth, { folio: '', dispatch: {} }),
      din: invoice(truth, { folio: '', issueDate: '05/10/2026', dispatch: {} }),
    },
  }),
  'deposit and draft': (truth) => ({
    documents: {
      ...plain(truth),
      deposit: served(
        ['INVOICE', `Invoice No: ${truth.folio}`, 'TOTAL USD 10.00', 'LESS DEPOSIT USD 5.00'],
        saysOf(truth, { folio: truth.folio, issuerName: truth.supplier }),
      ),
      draft: served(['DRAFT', 'BILL OF LADING', `B/L No. ${otherDigits(truth.bill)}`], saysOf(truth, {})),
    },
  }),
};

/** What is wrong, and what is claimed of it. */
const wrong: Readonly<Record<string, Variant>> = {
  'another folio': (truth) => ({
    documents: { ...plain(truth), invoice: invoice(truth, { folio: otherDigits(truth.folio) }) },
    planted: ['folio-differs', 'invoice', truth.folio, otherDigits(truth.folio)],
  }),
  'another day': (truth) => ({
    documents: { ...plain(truth), invoice: invoice(truth, { issueDate: midnight(later(truth.day)) }) },
    planted: ['issue-date-differs', 'invoice', iso(truth.day), iso(later(truth.day))],
  }),
  'copy with another total': (truth) => ({
    documents: { ...plain(truth), copy: invoice({ ...truth, total: moreBy(truth) }) },
    planted: ['total-differs', 'invoice', truth.total.value, moreBy(truth).value],
  }),
  'copy with another currency': (truth) => ({
    documents: { ...plain(truth), copy: invoice({ ...truth, currency: 'GBP' }) },
    planted: ['currency-differs', 'invoice', truth.currency, 'GBP'],
  }),
  'copy with another day': (truth) => {
    const day = later(truth.day);
    return {
      documents: { ...plain(truth), copy: invoice({ ...truth, day }) },
      planted: ['issue-date-differs', 'invoice', iso(truth.day), iso(day)],
    };
  },
  'bills with two weights': (truth) => ({
    documents: { ...plain(truth), copy: bill({ ...truth, weight: truth.weight + 90 }) },
    planted: ['weight-differs', 'bill', String(truth.weight), String(truth.weight + 90)],
  }),
  'declaration with another weight': (truth) => ({
    documents: { ...plain(truth), din: declaration({ ...truth, weight: truth.weight + 90 }) },
    planted: ['weight-differs', 'bill', String(truth.weight), String(truth.weight + 90)],
  }),
  'declaration of another dispatch': (truth, other) => ({
    documents: { ...plain(truth), din: declaration({ ...truth, declaration: other.declaration }) },
    planted: ['other-dispatch', 'din', digits(other.declaration), digits(truth.declaration)],
  }),
  'another acceptance': (truth) => ({
    documents: { ...plain(truth), din: declaration({ ...truth, accepted: later(truth.accepted) }) },
    planted: ['date-differs', 'din', iso(later(truth.accepted)), iso(truth.accepted)],
  }),
  'bill of another dispatch': (truth, other) => {
    const dispatch = saysOf(truth, {}).dispatch ?? {};
    const documents = { ...plain(truth), bill: bill({ ...truth, bill: other.bill }, { dispatch }) };
    return { documents, planted: ['other-dispatch-bill', 'bill', other.bill, truth.bill] };
  },
  'bill with the folio of another': (truth, other) => ({
    documents: { ...plain(truth), bill: bill(truth, { folio: other.bill }) },
    planted: ['folio-differs', 'bill', truth.bill, other.bill],
  }),
  'further container': (truth) => {
    const box = container(truth.source);
    return {
      documents: { ...plain(truth), bill: bill({ ...truth, boxes: [...truth.boxes, box] }) },
      planted: ['lone-container', 'bill', box, truth.boxes.join(', ')],
    };
  },
  'another total at the service': (truth) => ({
    documents: { ...plain(truth), xml: printed(truth, 1_000) },
    planted: ['total-differs', 'xml', localTotal(truth), String(Number(localTotal(truth)) + 1_000)],
  }),
  'print with another total': (truth) => ({
    documents: {
      ...plain(truth),
      printed: printed({ ...truth, local: { ...truth.local, net: truth.local.net + 1_000 } }),
    },
    planted: ['total-differs', 'xml', localTotal(truth), localTotal(truth, 1_000)],
  }),
  'changed after it was signed': (truth) => ({
    documents: { ...plain(truth), xml: xml(truth, 1) },
    planted: ['signature-differs', 'xml', 'changed', ''],
  }),
};

function toClaim(
  truth: Truth,
  [kind, name, stated, known]: NonNullable<ReturnType<Variant>['planted']>,
): PlantedClaim {
  return { kind, documentId: `${truth.number}-${name}`, stated, known };
}

/** Dispatches of all variants, as many right as wrong ones, that follow from a seed. */
export async function madeUpDispatches(count: number, seed: number): Promise<MadeUpDispatch[]> {
  const source = sourceOf(seed);
  const truths = Array.from({ length: count }, (_, index) => truthOf(source, index));
  const dispatches: MadeUpDispatch[] = [];
  for (const [index, truth] of truths.entries()) {
    const variants = source.pick([right, wrong]);
    const variant = source.pick(Object.keys(variants));
    const other = truths[(index + 1) % count] ?? truth;
    const { documents, planted } = variants[variant]?.(truth, other) ?? { documents: {} };
    const made: [string, ServedDocument][] = [];
    for (const [name, content] of Object.entries(documents)) {
      made.push([`${truth.number}-${name}`, await content]);
    }
    dispatches.push({
      number: truth.number,
      variant,
      documents: Object.fromEntries(made),
      planted: planted ? [toClaim(truth, planted)] : [],
    });
  }
  return dispatches;
}

import { electronicInvoice } from './electronic-invoice.ts';
import { textPdf } from './text-files.ts';

/** A made-up document, and every fact that a person would read in it. */
export interface MadeUpDocument {
  layout: string;
  content: Buffer;
  /** The text of its pages; none of an XML file. */
  pages: readonly string[];
  facts: readonly { name: string; value: string }[];
}

type Pick = <T>(items: readonly T[]) => T;
/** Choices that follow from a seed. */
export interface Source {
  pick: Pick;
  whole(from: number, to: number): number;
}

/** Numbers that follow from a seed (mulberry32). */
export function sourceOf(seed: number): Source {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    whole,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

type Layout = (source: Source) => {
  lines: readonly string[];
  /** Of a further page. */
  behind?: readonly string[];
  facts: MadeUpDocument['facts'];
};

export const two = (number: number) => String(number).padStart(2, '0');
export const grouped = (whole: number, sign: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, sign);
export const madeUpDay = ({ whole }: Source) => ({ year: 2026, month: whole(1, 12), day: whole(1, 28) });
export const iso = ({ year, month, day }: ReturnType<typeof madeUpDay>) =>
  `${year}-${two(month)}-${two(day)}`;
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A container with its check digit, by the table of ISO 6346. */
export function container({ pick, whole }: Source): string {
  const number = `${pick(['MSK', 'CSQ', 'TCL', 'HLB', 'MSC'])}U${whole(100_000, 999_999)}`;
  const values = '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ';
  const sum = [...number].reduce((all, sign, at) => all + values.indexOf(sign) * 2 ** at, 0);
  return `${number}${(sum % 11) % 10}`;
}

/** Facts under their names, without those that are absent. */
const factsOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

export const amountOf = (source: Source) => {
  const [whole, cents] = [source.whole(100, 900_000), source.whole(0, 99)];
  return {
    value: `${whole}.${two(cents)}`,
    english: `${grouped(whole, ',')}.${two(cents)}`,
    spanish: `${grouped(whole, '.')},${two(cents)}`,
  };
};
const item = ({ pick, whole }: Source) =>
  `${whole(1, 90)} ${pick(['PCS', 'CTN', 'SET'])} ${pick(['STEEL VALVE', 'COTTON SHIRT', 'LED LAMP', 'TRACTOR PART'])} ${whole(1, 99)}.00`;

/** A printed electronic invoice, its amounts beside or below their labels. */
function printedOf(source: Source) {
  const [folio, net, exempt] = [
    source.whole(1, 9_999_999),
    source.whole(1_000, 90_000_000),
    source.pick([0, source.whole(1_000, 900_000)]),
  ];
  const tax = Math.round(net * 0.19);
  const rut = source.pick(['76.086.428-5', '96.790.240-3', '76.501.137-K']);
  const box = [
    source.pick([`R.U.T.: ${rut}`, `RUT ${rut}`, `R.U.T. : ${rut}`]),
    'FACTURA ELECTRÓNICA',
    source.pick([`N° ${folio}`, `Nº ${folio}`, `N° : ${folio}`]),
  ];
  const isBelow = source.pick([true, false]);
  const amount = (label: string, value: number) =>
    isBelow ? [label, `$ ${grouped(value, '.')}`] : [`${label} $ ${grouped(value, '.')}`];
  const lines = [
    ...['AGENCIA DE ADUANA DEL SUR LTDA', ...box, 'S.I.I. - VALPARAISO'],
    ...[`Fecha emisión: ${source.whole(1, 28)} de octubre de 2026`, 'R.U.T.: 76.086.428-5', item(source)],
    ...amount('MONTO NETO', net),
    ...(exempt > 0 ? amount('MONTO EXENTO', exempt) : []),
    ...amount('I.V.A. 19%', tax),
    ...amount('TOTAL', net + tax + exempt),
  ];
  const total = String(net + tax + exempt);
  const facts = factsOf({
    type: '33',
    number: String(folio),
    issuer: rut.replaceAll('.', ''),
    total,
    currency: 'CLP',
  });
  return { box, net, lines, facts };
}

const forms: Readonly<Record<string, Layout>> = {
  /** A letterhead, labels and values on one line. */
  'invoice, English': (source) => {
    const [number, date, total] = [
      `${source.pick(['SZ', 'HK', 'INV'])}-${source.whole(1_000, 99_999)}`,
      madeUpDay(source),
      amountOf(source),
    ];
    return {
      lines: [
        'SHENZHEN TRADING CO., LTD',
        'Room 1204, Futian',
        'COMMERCIAL INVOICE',
        `Invoice No.: ${number}`,
        `Invoice Date: ${date.day} ${months[date.month - 1]} ${date.year}`,
        `P.O. No.: ${source.whole(1_000, 9_999)}`,
        item(source),
        item(source),
        `GRAND TOTAL: USD ${total.english}`,
        'SAY US DOLLARS ONLY',
      ],
      facts: factsOf({ number, date: iso(date), total: total.value, currency: 'USD' }),
    };
  },
  /** Values below their labels, as columns of a table are read. */
  'invoice, columns': (source) => {
    const [number, date, total] = [`${source.whole(10_000, 999_999)}`, madeUpDay(source), amountOf(source)];
    return {
      lines: [
        'Rossi Meccanica S.p.A.',
        'INVOICE',
        'Customer',
        'Importadora Andina',
        'Invoice No',
        number,
        'Date of invoice',
        `${two(date.day)}/${two(date.month)}/${date.year}`,
        'Payment',
        '60 days',
        item(source),
        'TOTAL',
        `EUR ${total.spanish}`,
      ],
      facts: factsOf({ number, date: iso(date), total: total.value, currency: 'EUR' }),
    };
  },
  /** Freight after a subtotal, a reference to another invoice, numbers with blanks. */
  'invoice, freight': (source) => {
    const [number, goods, total] = [
      `A ${source.whole(100, 999)}`,
      amountOf(source),
      source.whole(900_001, 990_000),
    ];
    return {
      lines: [
        'ACME TOOLS INC',
        'Commercial Invoice',
        `Invoice # ${number}`,
        `Replaces invoice no. ${source.whole(100, 999)}`,
        item(source),
        `TOTAL USD ${goods.english}`,
        `Ocean freight USD ${source.whole(100, 900)}.00`,
        `Amount due: USD ${grouped(total, ',')}.00`,
      ],
      facts: factsOf({
        edition: 'marked',
        number: number.replace(' ', ''),
        total: `${total}.00`,
        currency: 'USD',
      }),
    };
  },
  /** A deposit was paid before: the total of the goods is not what is invoiced. */
  'invoice, deposit': (source) => {
    const [number, total] = [`DE${source.whole(10_000, 99_999)}`, amountOf(source)];
    return {
      lines: [
        'WERK GMBH',
        'INVOICE',
        `INVOICE NUMBER: ${number}`,
        item(source),
        `TOTAL ${total.english} EUR`,
        'LESS DEPOSIT 30% -100.00 EUR',
        'TO PAY 50.00 EUR',
      ],
      facts: factsOf({ number, total: '50.00', currency: 'EUR' }),
    };
  },
  'invoice, thousands': (source) => {
    const [number, whole] = [`${source.whole(100_000, 999_999)}`, source.whole(1_000, 9_999)];
    return {
      lines: [
        'EXPORTADORA DEL SUR',
        'FACTURA COMERCIAL',
        `FACTURA N° ${number}`,
        item(source),
        `TOTAL: USD ${grouped(whole, ',')}`,
      ],
      facts: factsOf({ number, total: String(whole), currency: 'USD' }),
    };
  },
  /** As the SII prescribes: the box of issuer, kind and folio, and the amounts at the end. */
  'printed invoice': (source) => {
    const printed = printedOf(source);
    return { lines: printed.lines, facts: printed.facts };
  },
  /** Its copy for the assignment says the same again. */
  'printed invoice, with its copy': (source) => {
    const { lines, facts } = printedOf(source);
    return { lines: [...lines, 'CEDIBLE', ...lines], facts };
  },
  /** A reference to another document, a box of its own, a balance of before. */
  'printed invoice and a credit note': (source) => {
    const [{ lines }, { box }] = [printedOf(source), printedOf(source)];
    return {
      lines: [...lines, ...box.map((line) => line.replace('FACTURA', 'NOTA DE CREDITO'))],
      facts: [],
    };
  },
  'two printed invoices': (source) => ({
    lines: [...printedOf(source).lines, ...printedOf(source).lines],
    facts: [],
  }),
  'printed invoice, to pay': (source) => {
    const { lines, facts } = printedOf(source);
    const before = source.whole(1_000, 90_000);
    return { lines: [...lines, `SALDO ANTERIOR $ ${before}`, `TOTAL A PAGAR $ ${before}`], facts };
  },
  /** Its amounts do not add up: a tax of its own, or a discount. */
  'printed invoice, further tax': (source) => {
    const { box, net, facts } = printedOf(source);
    return {
      lines: [
        ...[...box, `MONTO NETO $ ${grouped(net, '.')}`],
        `I.V.A. 19% $ ${grouped(Math.round(net * 0.19), '.')}`,
        `IMPTO. ADICIONAL $ ${grouped(1_000, '.')}`,
        `TOTAL $ ${grouped(net + Math.round(net * 0.19) + 1_000, '.')}`,
      ],
      facts: facts.filter(({ name }) => name === 'type' || name === 'number' || name === 'issuer'),
    };
  },
  'draft of a printed invoice': (source) => ({ lines: ['BORRADOR', ...printedOf(source).lines], facts: [] }),
  /** Names an electronic invoice and is none. */
  'order that names an invoice': (source) => ({
    lines: [
      'ORDEN DE COMPRA',
      'R.U.T.: 76.086.428-5',
      `Pagar la factura electrónica N° ${source.whole(1, 99_999)}`,
      `TOTAL $ ${grouped(source.whole(1_000, 900_000), '.')}`,
    ],
    facts: [],
  }),
  'pro forma': (source) => ({
    lines: [
      'COMMERCIAL INVOICE',
      'PROFORMA',
      `Invoice No: PF-${source.whole(100, 999)}`,
      `TOTAL: USD ${amountOf(source).english}`,
    ],
    facts: [],
  }),
  declaration: (source) => {
    const [number, date] = [`${source.whole(3_900_000_000, 5_999_999_999)}`, madeUpDay(source)];
    const digit = source.pick(['0', '4', '9', 'K']);
    return {
      lines: [
        'SERVICIO NACIONAL DE ADUANAS',
        source.pick(['DECLARACIÓN DE INGRESO', 'DECLARACION DE INGRESO - IMPORTACION CONTADO']),
        `NÚMERO DE IDENTIFICACIÓN ${number}-${digit}`,
        `FECHA DE ACEPTACIÓN: ${two(date.day)}-${two(date.month)}-${date.year}`,
        `FECHA DE VENCIMIENTO: 30-12-2026`,
        `MANIFIESTO ${source.whole(100_000, 999_999)}`,
        `TOTAL CIF US$ ${amountOf(source).spanish}`,
      ],
      facts: factsOf({ number: `${number}${digit}`, date: iso(date) }),
    };
  },
  'declaration, boxes': (source) => {
    const [number, date] = [
      `${source.whole(3_900_000_000, 5_999_999_999)}-${source.whole(0, 9)}`,
      madeUpDay(source),
    ];
    return {
      lines: [
        'Aduana Valparaíso 34',
        'DECLARACION DE INGRESO',
        'Nº IDENTIFICACION',
        number,
        'FECHA ACEPTACION',
        `${two(date.day)}/${two(date.month)}/${date.year}`,
        'Identificación del importador 76.086.428-5',
      ],
      facts: factsOf({ number: number.replace('-', ''), date: iso(date) }),
    };
  },
  /** Names a declaration and is none. */
  'letter about a declaration': (source) => {
    const one = container(source);
    return {
      lines: [
        'Señores',
        'Ref.: Declaración de ingreso',
        `Número de identificación: ${source.whole(3_900_000_000, 5_999_999_999)}-1`,
        `Retiro del contenedor ${one}`,
      ],
      facts: factsOf({ container: one }),
    };
  },
  'bill of lading': (source) => {
    const [number, one, weight] = [
      `${source.pick(['MAEU', 'HLCU', 'ONEY'])}${source.whole(100_000_000, 999_999_999)}`,
      container(source),
      amountOf(source),
    ];
    return {
      lines: [
        'HAPAG-LLOYD',
        'BILL OF LADING',
        `B/L No. ${number}`,
        `Booking No. ${source.whole(10_000_000, 99_999_999)}`,
        'Port of loading: SHANGHAI',
        `${one.slice(0, 4)} ${one.slice(4, 10)}-${one.slice(10)} 40'HC SEAL ${source.whole(100_000, 999_999)}`,
        `Gross weight: ${weight.english} KGS`,
      ],
      facts: factsOf({ number, container: one, weight: weight.value }),
    };
  },
  'bill of lading, many boxes': (source) => {
    const [number, boxes] = [
      `SUDU${source.whole(10_000_000, 99_999_999)}`,
      Array.from({ length: 3 }, () => container(source)),
    ];
    const weight = String(source.whole(20_001, 90_000));
    return {
      lines: [
        'CONOCIMIENTO DE EMBARQUE',
        'BL N°',
        number,
        ...boxes.map((box) => `${box} GROSS WEIGHT ${source.whole(1_000, 20_000)} KGS`),
        `TOTAL GROSS WEIGHT: ${weight} KGS`,
      ],
      facts: [...factsOf({ number, weight }), ...boxes.map((value) => ({ name: 'container', value }))],
    };
  },
  'arrival notice': (source) => {
    const one = container(source);
    return {
      lines: ['ARRIVAL NOTICE', 'BILL OF LADING', `B/L NO: MEDU${source.whole(1_000_000, 9_999_999)}`, one],
      facts: factsOf({ container: one }),
    };
  },
  /** What an agency charges: its number is no invoice's. */
  'note of charges': (source) => ({
    lines: [
      'AGENCIA DE ADUANA DEL SUR LTDA',
      'R.U.T.: 76.086.428-5',
      'NOTA DE COBRO',
      `N° ${source.whole(1, 99_999)}`,
      `TOTAL $ ${grouped(source.whole(1_000, 900_000), '.')}`,
    ],
    facts: [],
  }),
  /** Numbers that look like containers and are none: their check digits are wrong. */
  'packing list': (source) => {
    const one = container(source);
    const wrong = `${one.slice(0, 10)}${(Number(one.at(-1)) + 1) % 10}`;
    return {
      lines: [
        'PACKING LIST',
        `Invoice No: ${source.whole(1_000, 9_999)}`,
        `Container ${one}`,
        `Item SKU ${wrong}`,
        `TOTAL ${source.whole(10, 99)} CTNS`,
      ],
      facts: factsOf({ container: one }),
    };
  },
};

/** A layout, with a printed invoice on a further page that was scanned or merged behind it. */
const withInvoice =
  (layout: string): Layout =>
  (source) => {
    const drawn = forms[layout]?.(source);
    if (!drawn) throw new Error(`no layout ${layout}`);
    return { ...drawn, behind: printedOf(source).lines };
  };

const layouts: Readonly<Record<string, Layout>> = {
  ...forms,
  'declaration, and a printed invoice': withInvoice('declaration'),
  'bill of lading, and a printed invoice': withInvoice('bill of lading'),
  'note of charges, and a printed invoice': withInvoice('note of charges'),
};

async function electronic(source: Source): Promise<MadeUpDocument> {
  const [folio, net, date] = [
    String(source.whole(1, 9_999_999)),
    source.whole(1_000, 90_000_000),
    iso(madeUpDay(source)),
  ];
  const tax = Math.round(net * 0.19);
  const stated = factsOf({ type: '33', number: folio, issuer: '76086428-5', date });
  const kind = source.pick(['signed', 'shipped', 'changed'] as const);
  const content = electronicInvoice({
    folio,
    net,
    tax,
    date,
    isShipped: kind === 'shipped',
    ...(kind === 'changed' && { totalNow: net + tax + 1 }),
  });
  const sum = String(net + tax);
  const more =
    kind === 'changed' ? factsOf({ signature: 'changed' }) : factsOf({ total: sum, sum, currency: 'CLP' });
  return { layout: `electronic invoice, ${kind}`, content, pages: [], facts: [...stated, ...more] };
}

/** Documents of all layouts, with facts that follow from a seed. */
export async function madeUpDocuments(count: number, seed: number): Promise<MadeUpDocument[]> {
  const source = sourceOf(seed);
  const names = [...Object.keys(layouts), 'electronic invoice'];
  const documents: MadeUpDocument[] = [];
  for (let made = 0; made < count; made++) {
    const layout = source.pick(names);
    const draw = layouts[layout];
    if (!draw) {
      documents.push(await electronic(source));
      continue;
    }
    const { lines, behind, facts } = draw(source);
    const notes = Array.from(
      { length: source.whole(0, 3) },
      () => `Ref ${source.whole(1_000, 99_999)} ${source.pick(['CIF', 'FOB', 'N/A'])}`,
    );
    const pages = [[...lines, ...notes], ...(behind ? [behind] : [])].map((page) => page.join('\n'));
    documents.push({ layout, content: await textPdf(pages), pages, facts });
  }
  return documents;
}

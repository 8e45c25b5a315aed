import type { AsideKind } from '../../../shared/model/search.ts';
import { isKind, type NumberKind } from './numbers.ts';
import type { Token } from './token.ts';

/** The meaning that a word gives to the numbers after it. */
export interface Label {
  as: NumberKind | AsideKind;
  /** As written. */
  text: string;
  /** Whether it is also the name of a document type: `BL 410905` may mean the B/L of a dispatch. */
  isTypeToo: boolean;
  isPlural: boolean;
}

interface LabelPhrases {
  as: NumberKind | AsideKind;
  /** Runs of words, folded, without dots; the longest first. */
  phrases: readonly string[];
  isTypeToo?: boolean;
}

/** Costs, whose amounts have thousands marks: `gastos 410931` are those of a dispatch. */
const costs = splitPhrases(
  'honorarios|honorario|gastos|desembolso|desembolsos|almacenaje|anticipo|abono|reembolso|multa',
);

const labelPhrases: readonly LabelPhrases[] = [
  {
    as: 'folio',
    isTypeToo: true,
    phrases: splitPhrases(
      'guia de despacho|guias de despacho|guia despacho|guias despacho|guia de desp|guias de desp|guia desp|nc|nd|nota de cobro|notas de cobro|nota de credito|notas de credito|nota de debito|notas de debito|gd|n/c|n/d|factura|facturas|fact|facts|fac|facs|fra|invoice|invoices|inv|boleta|boletas|guia|guias|packing list|fc|pl|papeleta|papeletas',
    ),
  },
  {
    as: 'folio',
    isTypeToo: true,
    phrases: splitPhrases(
      'certificado de origen|certificado de seguro|certificado fitosanitario|certificados de origen|certificados de seguro|certificados fitosanitarios|certificado|certificados|cert de origen|cert origen|cert de seguro|cert seguro|cert|certificate of origin|certificate|certificates|poliza de seguro|polizas de seguro|poliza|polizas',
    ),
  },
  { as: 'folio', phrases: splitPhrases('folio|folios') },
  {
    as: 'dispatch',
    phrases: splitPhrases(
      'despacho|despachos|desp|desps|dsp|dispatch|dispatches|carpeta|carpetas|legajo|legajos|operacion|operaciones|ref agencia|referencia agencia|agency ref',
    ),
  },
  {
    as: 'declaration',
    isTypeToo: true,
    phrases: splitPhrases(
      'din|dus|dins|duses|declaracion de ingreso|declaraciones de ingreso|declaracion de salida|declaraciones de salida|declaracion unica de salida',
    ),
  },
  {
    as: 'declaration',
    phrases: splitPhrases(
      'declaracion|declaraciones|declaration|declarations|numero de identificacion|aceptacion|aceptacion a tramite|numero de aceptacion',
    ),
  },
  {
    as: 'reference',
    phrases: splitPhrases(
      'n cliente|n de cliente|nro cliente|nro de cliente|numero cliente|numero de cliente|nota de venta|notas de venta|nv|su ref|sus refs|nuestra ref|ntra ref|ntra referencia|our ref|your ref|our reference|your reference|orden de compra|ordenes de compra|o de c|purchase order|purchase orders|order|orders|orden|ordenes|oc|ocs|o/c|po|pos|p/o|pedido|pedidos|np|su referencia|nuestra referencia|sus referencias|referencia|referencias|reference|references|ref|refs|s/ref|n/ref',
    ),
  },
  {
    as: 'transport',
    isTypeToo: true,
    phrases: splitPhrases(
      'bl|bls|b/l|b/ls|hbl|mbl|hb/l|mb/l|awb|awbs|hawb|mawb|crt|conocimiento de embarque|conocimientos de embarque|guia aerea|guias aereas|carta de porte|cartas de porte|carta porte|cartas porte|bill of lading|bills of lading|air waybill|air waybills',
    ),
  },
  {
    as: 'transport',
    isTypeToo: true,
    phrases: splitPhrases(
      'master|house|hijo|madre|tracking number|tracking|track|guia courier|courier|dhl|fedex|ups|tnt',
    ),
  },
  {
    as: 'transport',
    phrases: splitPhrases(
      'conocimiento|conocimientos|waybill|waybills|docto transporte|doc transporte|documento de transporte|documentos de transporte',
    ),
  },
  {
    as: 'container',
    phrases: splitPhrases('contenedor|contenedores|container|containers|cntr|cntrs|ctr|cont'),
  },
  {
    as: 'travel',
    phrases: splitPhrases(
      'viaje|viajes|tarja|mic|mic/dta|dta|tatc|eir|voyage|voy|vuelo|flight|manifiesto|manifest|mfto|mft|nave|vessel|buque|booking|reserva|sello|sellos|seal|patente|camion',
    ),
  },
  {
    as: 'phone',
    phrases: splitPhrases(
      'fono|fonos|tel|tlf|telefono|telefonos|cel|celular|movil|mobile|phone|fax|whatsapp|wsp|mesa central|llamar|llamarme|llame|llamame|llamen',
    ),
  },
  {
    as: 'law',
    phrases: splitPhrases(
      'ley|leyes|dl|dfl|ds|decreto|decreto ley|decreto supremo|resolucion|resoluciones|resol|res exenta|res ex|res|iso|ohsas|norma|nch|articulo|art|oficio|oficio ord|oficio ordinario|oficio circular|circular|dictamen|denuncia|denuncias|infraccion|cda|partida|arancel|codigo arancelario|partida arancelaria|nandina|hs code|hs|tarifa|codigo postal|ticket|tickets|caso|incidente|cheque|cheques|vale vista|cuenta corriente|cta cte|cuenta vista|cta vista|cuenta rut|cuenta|cta|transferencia|codigo de operacion|codigo operacion|cod de operacion|cod operacion|tipo de operacion|tipo operacion|codigo|cod|cp',
    ),
  },
  {
    as: 'amount',
    phrases: splitPhrases(
      'monto|montos|valores|valor|importe|tipo de cambio|t/c|tc|total|subtotal|neto|iva|derechos|provision|saldo|precio|pago por|suma|cif|fob|flete|seguro|amount',
    ),
  },
  { as: 'amount', phrases: costs },
  {
    as: 'quantity',
    phrases: splitPhrases(
      'tara|tare|bultos|bulto|kilos|kgs|kg|kb|kn|kilos brutos|kilos netos|unidades|piezas|cajas|pallets|peso|peso bruto|peso neto|cantidad|version|pagina|pag|page|hoja',
    ),
  },
];

function splitPhrases(phrases: string): string[] {
  return phrases.split('|');
}

interface Named extends Pick<LabelPhrases, 'as' | 'isTypeToo'> {
  words: readonly string[];
}

/** Whether an amount of this label has thousands marks, and plain figures are something else. */
export function isOfCosts({ as, text }: Label): boolean {
  return as === 'amount' && costs.includes(text.toLowerCase());
}

/** The phrases by their first word, the longest first. */
const byFirstWord = new Map<string, Named[]>();
for (const { as, phrases, isTypeToo = false } of labelPhrases) {
  for (const phrase of phrases) {
    const words = phrase.split(/[ /]/);
    const [first = ''] = words;
    const same = byFirstWord.get(first) ?? [];
    same.push({ as, isTypeToo, words });
    byFirstWord.set(
      first,
      same.toSorted((one, other) => other.words.length - one.words.length),
    );
  }
}

/** Whether a folded word is a label of amounts or quantities. */
export function isMeasureWord(folded: string): boolean {
  return (
    byFirstWord
      .get(folded)
      ?.some(({ as, words }) => words.length === 1 && (as === 'amount' || as === 'quantity')) ?? false
  );
}

/** Whether a folded word is a label of documents. */
export function isLabelWord(folded: string): boolean {
  return byFirstWord.get(folded)?.some(({ as, words }) => words.length === 1 && isKind(as)) ?? false;
}

/**
 * The label at a position of a line, and its number of tokens; `O.C.` and `o/c` are one word of two letters.
 */
export function labelAt(tokens: readonly Token[], at: number): { label: Label; count: number } | undefined {
  for (const { as, isTypeToo = false, words } of byFirstWord.get(wordOf(tokens[at])) ?? []) {
    const end = endOfPhrase(tokens, at, words);
    if (end !== undefined) return labelled(tokens, at, end, { as, isTypeToo, words });
  }
  return abbreviationAt(tokens, at);
}

/** A word of a label, without the plural of an abbreviation: `OC's`. */
function wordOf(token: Token | undefined): string {
  return token?.folded.replace(/['’]s$/, '') ?? '';
}

function labelled(
  tokens: readonly Token[],
  at: number,
  end: number,
  { as, isTypeToo = false, words }: Named,
): { label: Label; count: number } {
  const text = tokens
    .slice(at, end)
    .map((token, index) =>
      (tokens[at + index - 1]?.to ?? token.from) < token.from && index > 0 ? ` ${token.text}` : token.text,
    )
    .join('');
  const isPlural = /(?:s|es)$/.test(words[0] ?? '') && !['dus', 'res', 'ds'].includes(words[0] ?? '');
  return { label: { as, text, isTypeToo, isPlural }, count: end - at };
}

function endOfPhrase(tokens: readonly Token[], at: number, words: readonly string[]): number | undefined {
  let end = at;
  for (const [index, word] of words.entries()) {
    if (index > 0) while (tokens[end]?.kind === 'separator' && /[./°]/.test(tokens[end]?.text ?? '')) end++;
    if (wordOf(tokens[end]) !== word) return undefined;
    end++;
  }
  return end;
}

/** `O.C.`, `P.O`, `B.L.`, `R.U.T.`: letters with dots. */
function abbreviationAt(tokens: readonly Token[], at: number): { label: Label; count: number } | undefined {
  const letters: string[] = [];
  let end = at;
  while (letters.length < 4) {
    const [letter, dot] = [tokens[end], tokens[end + 1]];
    if (letter?.kind !== 'word' || letter.text.length !== 1) break;
    letters.push(letter.folded);
    end++;
    if (dot?.text !== '.') break;
    end++;
  }
  if (letters.length < 2) return undefined;
  const named = (byFirstWord.get(letters.join('')) ?? []).find(({ words }) => words.length === 1);
  const first = tokens[at];
  const last = tokens[end - 1];
  if (!named || !first || !last) return undefined;
  return {
    label: {
      as: named.as,
      text: letters.join('').toUpperCase(),
      isTypeToo: named.isTypeToo ?? false,
      isPlural: false,
    },
    count: end - at,
  };
}

/** Words allowed between a label and its number, without a meaning of their own. */
export const fillers: ReadonlySet<string> = new Set(
  splitPhrases(
    'n|no|nro|nros|nos|num|numero|numeros|exenta|exentas|afecta|afectas|electronica|electronicas|proforma|number|numbers|siguiente|siguientes|following|es|son|is|are|comercial|comerciales|cliente|agencia|sap|interno|interna|aduana|nuestro|nuestra|su|the|los|las|el|la|con|proveedor|proveedores|numerados|numeradas|master|house|hijo|hija|madre|legalizado|legalizados|legalizada|legalizadas|impo|expo|importacion|exportacion|nave|maritimo|aereo|fe|serie|local|locales|internacional|international|terrestre',
  ),
);
/** Words by which a label belongs to what follows, as in `facturas de 410931`. */
export const belonging: ReadonlySet<string> = new Set(splitPhrases('de|del|of|para|for'));
/** Words between the numbers of one list. */
export const joining: ReadonlySet<string> = new Set(splitPhrases('y|e|o|u|ni|and|or|el|la|los|las|del|al|a'));
/** Words between the two ends of a range. */
export const rangeWords: ReadonlySet<string> = new Set(splitPhrases('al|a|hasta|to|until|through|thru'));

/** Units of the figures before them: `12 bultos`, `3.450 kilos`. */
export const units: ReadonlySet<string> = new Set(
  splitPhrases(
    'bulto|bultos|kilo|kilos|kg|kgs|kn|kb|caja|cajas|pallet|pallets|palet|palets|unidad|unidades|uds|un|pieza|piezas|pcs|pzs|carton|cartones|tonelada|toneladas|ton|tons|tm|tn|m|cbm|lts|lt|litro|litros|dia|dias|hora|horas|hrs|hr|hs|minuto|minutos|semana|semanas|mes|meses|ano|anos|day|days|hour|hours|week|weeks|month|months|year|years|persona|personas|doc|docs|docto|doctos|documento|documentos|papeles|pagina|paginas|hoja|hojas|copia|copias|correo|correos|archivo|archivos|adjunto|adjuntos|mb|gb|cm|mm|mts|metro|metros|saco|sacos|tambor|tambores|rollo|rollos|cliente|clientes|packages|package|pkgs|boxes|cartons|units|files|pages|line|lineas|linea|items|item|teu|hc|gp|dv|rf|pies|ft|contenedores|containers|cont|conts|cntr|cntrs|despachos|carpetas|veces|facturas|ordenes|pedidos|guias|certificados|millones|mil|pesos|dolares',
  ),
);

/** `RUT`, `R.U.T. N°:`, `rut del cliente`, right before a RUT. */
export const rutLabel =
  /\br\.? ?u\.? ?[tn]s?\.? ?(?:(?:n°|n|no|nro|n[uú]mero|del?|cliente|importador|exportador|consignatario|proveedor|empresa)[.:]? ?){0,3}[:.°-]? ?$/i;

/** Maximum letters before a RUT that are searched for its label. */
export const maxRutLabelLetters = 60;

/** Words before the name or the RUT of a client. */
export const labelsOfClient: ReadonlySet<string> = new Set(
  (
    'cliente clientes client importador importadora exportador exportadora importer exporter consignatario ' +
    'consignee mandante empresa compania company customer razon social senor senores sres'
  ).split(' '),
);

/** Words before the name or the RUT of a person who is no client. */
export const persons: ReadonlySet<string> = new Set(
  (
    'chofer choferes conductor conductora driver transportista retira retiran retirara cedula ci run ' +
    'autorizado autorizada portador representante despachador apoderado contacto'
  ).split(' '),
);

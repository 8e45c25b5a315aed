import { getOrMake } from '../get-or-make.ts';
import { withoutAccents } from '../without-accents.ts';

/**
 * The groups of document types in the order in which Chilean customs offices file a dispatch. A type belongs
 * to the first group whose pattern matches; matched without accents and in upper case.
 */
const customsGroups: readonly RegExp[] = [
  /\b(?:DIN|DUS)\b|DECLARACION (?:DE INGRESO|UNICA)/,
  /CONOCIMIENTO|\bB\/?L\b|\bAWB\b|GUIA AEREA|CARTA DE PORTE|\bCRT\b|WAYBILL|BILL OF LADING/,
  // Of the goods: what third parties and the agency charge comes after the payments.
  /^(?!.*(?:TERCERO|AGENCIA|AGENTE)).*(?:FACTURA|INVOICE)/,
  /EMPAQUE|PACKING/,
  /^(?!.*(?:SEGURO|INSURANCE)).*(?:CERTIFICADO|CERTIFICATE|ORIGEN|FITOSANITARIO|\bSAG\b)/,
  /SEGURO|POLIZA|INSURANCE/,
  /PAGO|\bTGR\b|PAYMENT/,
  /TERCERO/,
  /FACTURA (?:DE )?(?:LA )?AGEN|NOTA DE COBRO|PROVISION/,
];

/** The index of a type's group; unknown types come last. */
function customsRank(type: string): number {
  const plain = withoutAccents(type, 'NFD').toUpperCase();
  const index = customsGroups.findIndex((group) => group.test(plain));
  return index === -1 ? customsGroups.length : index;
}

/**
 * Compares document types in the order of a customs office, or in a client's own order. A type that the
 * client's order does not name stands after the last one that customs offices file before it.
 */
export function compareTypes(ownOrder: readonly string[] = []): (one: string, other: string) => number {
  const own = new Map(ownOrder.map((type, index) => [type, index]));
  const positions = new Map<string, readonly [number, number]>();
  function positionOf(type: string): readonly [number, number] {
    const rank = customsRank(type);
    const before = ownOrder.findLastIndex((each) => customsRank(each) <= rank);
    return [own.get(type) ?? before + 0.5, rank];
  }
  return (one, other) => {
    const [a, b] = [getOrMake(positions, one, positionOf), getOrMake(positions, other, positionOf)];
    return a[0] - b[0] || a[1] - b[1];
  };
}

/** Documents in that order; within a group or type they keep theirs. */
export function inOrderOfTypes<Document extends { type: string }>(
  documents: readonly Document[],
  ownOrder?: readonly string[],
): Document[] {
  const compare = compareTypes(ownOrder);
  return documents.toSorted((one, other) => compare(one.type, other.type));
}

/**
 * A client's order after a person has ordered some types: those stand as they are now, and every other type
 * of the earlier order keeps its neighbour before it.
 */
export function mergedOrder(before: readonly string[], now: readonly string[]): string[] {
  const ordered = [...new Set(now)];
  const isNew = new Set(ordered);
  for (const [index, type] of before.entries()) {
    if (isNew.has(type)) continue;
    const previous = before.slice(0, index).findLast((each) => ordered.includes(each));
    ordered.splice(previous === undefined ? 0 : ordered.indexOf(previous) + 1, 0, type);
  }
  return ordered;
}

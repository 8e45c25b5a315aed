import { dayInMs, isoDay } from './days.ts';
import type { InfoDoc } from './document.ts';
import type { Party } from './parties.ts';
import type { Random } from './random.ts';

/** What stands on a paper, before a machine reads it. */
export interface Printed {
  folio: string;
  type: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
  issuer: Party;
  customer: Party;
}

/** What the machine read: sometimes only a part, dates and RUTs in whatever form the paper has. */
export function infoDocOf(random: Random, { folio, type, issuedAt, issuer, customer }: Printed): InfoDoc {
  const issueDate = printedDate(random, issuedAt);
  const dueDate = random.chance(0.3) ? printedDate(random, issuedAt + 30 * dayInMs) : '';
  const infoDoc: InfoDoc = {
    document: { number: folio, type: random.chance(0.5) ? type : '', issueDate, dueDate },
  };
  if (!random.chance(0.04)) infoDoc.issuer = asRead(random, issuer);
  if (!random.chance(0.06)) infoDoc.customer = asRead(random, customer);
  return infoDoc;
}

/** One in six is read without the dots of its RUT. */
function asRead(random: Random, party: Party): Party {
  return random.chance(1 / 6) ? { ...party, id: party.id.replaceAll('.', '') } : party;
}

function printedDate(random: Random, instant: number): string {
  const iso = isoDay(instant);
  const form = random.whole(0, 9);
  if (form > 3) return iso;
  if (form === 3) return '';
  const [year = '', month = '', date = ''] = iso.split('-');
  if (form === 0) return `${date}/${month}/${year}`;
  if (form === 1) return `${date}-${month}-${year.slice(2)}`;
  return `${Number(date)} de ${months[Number(month) - 1] ?? ''} de ${year}`;
}

const months =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

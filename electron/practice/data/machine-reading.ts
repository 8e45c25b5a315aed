import { dayMs } from '../../../shared/model/dates.ts';
import { isoDay } from './days.ts';
import type { Party } from './parties.ts';
import type { Stream } from './random.ts';
import type { InfoDoc } from './records.ts';

/** What is printed on a document, before a machine reads it. */
export interface Printed {
  folio: string;
  type: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
  issuer: Party;
  customer: Party;
}

/** The machine reading: sometimes incomplete, dates and RUTs in the document's own form. */
export function infoDocOf({ folio, type, issuedAt, issuer, customer }: Printed, stream: Stream): InfoDoc {
  const issueDate = printedDate(stream.whole('issueDate', 0, 9), issuedAt);
  const dueDate = stream.chance('hasDueDate', 0.3)
    ? printedDate(stream.whole('dueDate', 0, 9), issuedAt + 30 * dayMs)
    : '';
  const readType = stream.chance('isTypeRead', 0.5) ? type : '';
  const infoDoc: InfoDoc = { document: { number: folio, type: readType, issueDate, dueDate } };
  if (!stream.chance('lacksIssuer', 0.04)) {
    infoDoc.issuer = stream.chance('issuerLacksDots', 1 / 6) ? withoutDots(issuer) : issuer;
  }
  if (!stream.chance('lacksCustomer', 0.06)) {
    infoDoc.customer = stream.chance('customerLacksDots', 1 / 6) ? withoutDots(customer) : customer;
  }
  return infoDoc;
}

/** A machine reading without gaps. */
export function completeInfoDoc({ folio, type, issuedAt, issuer, customer }: Printed): InfoDoc {
  return { document: { number: folio, type, issueDate: isoDay(issuedAt), dueDate: '' }, issuer, customer };
}

function withoutDots(party: Party): Party {
  return { ...party, id: party.id.replaceAll('.', '') };
}

/** A day as documents print it: forms 4 to 9 are ISO 8601, form 3 is empty. */
function printedDate(form: number, instant: number): string {
  const iso = isoDay(instant);
  if (form > 2) return form === 3 ? '' : iso;
  const [year = '', month = '', date = ''] = iso.split('-');
  const named = `${Number(date)} de ${months[Number(month) - 1] ?? ''} de ${year}`;
  return [`${date}/${month}/${year}`, `${date}-${month}-${year.slice(2)}`][form] ?? named;
}

const months =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

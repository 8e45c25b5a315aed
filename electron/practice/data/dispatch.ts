import { dayMs } from '../../../shared/model/dates.ts';
import { dutiesOn } from './charges.ts';
import { dayOnly, instantText } from './days.ts';
import type { Carrier, Foreigner, Parties, PracticeClient } from './parties.ts';
import type { Random, Stream } from './random.ts';
import type { DispatchObject, PracticeDispatch, StatusObject } from './records.ts';
import { customs, neighbours, vessels, type Way } from './sample-companies.ts';

/** The kind of dispatch: decided first, because the expected documents depend on it. */
export type DispatchKind = Pick<PracticeDispatch, 'recordType' | 'tipoTramite' | 'way'>;

/** The kind of most dispatches. */
export const usualImport: DispatchKind = {
  recordType: 'din',
  tipoTramite: 'IMPORTACION NORMAL',
  way: 'MARITIMA, FLUVIAL Y LACUSTRE',
};

/**
 * Creates one dispatch; what would lie after `today` (milliseconds) has not happened. Its number is assigned
 * later, in order of opening.
 */
export function makeDispatch(
  stream: Stream,
  parties: Parties,
  kind: DispatchKind,
  { client, openedAt, today }: { client: PracticeClient; openedAt: number; today: number },
): PracticeDispatch {
  const { recordType, way } = kind;
  const foreigner = stream.pick('foreigner', parties.foreignersBy(client.trade.goods, way));
  const carrier = stream.pick('carrier', parties.carriers[way]);
  const facts = { client, ...kind, openedAt, foreigner, carrier };
  const steps = stepsOf(stream, openedAt, today, recordType !== 'dus');
  const { accepted, paid, withdrawn, legalised } = steps;
  const isCompleted =
    (withdrawn ?? legalised) !== null && openedAt < today - 20 * dayMs && !stream.chance('staysOpen', 0.05);
  const isRejected = accepted !== null && stream.chance('isRejected', 0.02);
  const state = accepted === null ? 'EN CONFECCION' : isRejected ? 'RECHAZADA' : 'ACEPTADA';
  const drawn = { ...facts, ...steps, state, isCompleted };
  const wire = dispatchObjectOf(stream, drawn);
  const folio = String(stream.whole('duties.folio', 20_000_000, 89_999_999));
  const amounts = wire.valorCif === null || paid === null ? undefined : dutiesOn(wire.valorCif, paid);
  return {
    number: '',
    ...facts,
    acceptedAt: accepted ?? undefined,
    duties: paid === null ? undefined : { folio, paidAt: paid, amounts },
    charges: [],
    documents: [],
    wire,
    status: statusObjectOf(stream, drawn),
  };
}

/** A dispatch with what has happened to it. */
type Drawn = DispatchKind &
  Pick<PracticeDispatch, 'client' | 'openedAt' | 'foreigner' | 'carrier'> &
  ReturnType<typeof stepsOf> & { state: string; isCompleted: boolean };

function dispatchObjectOf(stream: Stream, drawn: Drawn): DispatchObject {
  const { client, recordType, tipoTramite, way, openedAt, foreigner, carrier, state } = drawn;
  const { eta, arrived, accepted, paid, withdrawn } = drawn;
  const isImport = recordType !== 'dus';
  const isBySea = way === 'MARITIMA, FLUVIAL Y LACUSTRE';
  const { name: nombreAduana, port } = customsFor(stream, way, foreigner);
  const serial = stream.field('numeroIdentificacion');
  const from = isImport ? foreigner.port : port;
  return {
    id: '',
    estadoAforo: isImport ? stream.pick('estadoAforo', inspectionStates) : '',
    estadoDIN: recordType === 'din' ? state : '',
    referencia: referenceOf(stream.field('referencia'), client, openedAt),
    tipoTramite,
    nombreAduana,
    consignante: isImport ? foreigner.party.name : client.party.name,
    doctoTransporte: transportDocument(stream.field('doctoTransporte'), way, carrier, from),
    fechaAceptacion: dayOnly(accepted),
    fechaArriboEfectivo: stream.chance('lacksArrival', 0.03) ? null : instantText(arrived),
    fechaCorreccionBL: isBySea && stream.chance('fechaCorreccionBL', 0.05) ? dayOnly(accepted) : null,
    fechaVencimiento: accepted === null || !isImport ? null : dayOnly(accepted + 15 * dayMs),
    fechaEta: stream.chance('lacksEta', 0.05) ? null : dayOnly(eta),
    fechaApertura: new Date(openedAt).toISOString(),
    fechaRetiro: instantText(withdrawn),
    fechaPagoDerechos: dayOnly(paid),
    nombreNave: isBySea ? stream.pick('nombreNave', vessels) : '',
    paisPrimerPuertoEmbarque: isImport ? foreigner.country : 'CHILE',
    puertoDesembarque: isImport ? port : foreigner.port,
    numeroIdentificacion:
      accepted === null
        ? ''
        : `${serial.whole(3_000_000, 7_999_999)}${serial.whole(100, 999)}-${serial.whole(0, 9)}`,
    paisOrigen: isImport ? foreigner.country : 'CHILE',
    ...valuesOf(stream, isImport),
    viaTransporte: way,
  };
}

/** Three dispatches of six are not inspected. */
const inspectionStates = ['SIN AFORO', 'SIN AFORO', 'SIN AFORO', 'AFORO FISICO', 'AFORO DOCUMENTAL', ''];

function statusObjectOf(
  stream: Stream,
  { recordType, openedAt, eta, accepted, paid, withdrawn, legalised, state, isCompleted }: Drawn,
): StatusObject {
  const lastModified = Math.max(openedAt, accepted ?? 0, paid ?? 0, withdrawn ?? 0, legalised ?? 0);
  return {
    id: stream.field('status.id').id(),
    numeroDespacho: '',
    recordType,
    EstadoDIN: recordType === 'din' ? spelled(state) : null,
    EstadoDUS: recordType === 'dus' ? (legalised === null ? spelled(state) : 'Legalizada') : null,
    isCompleted,
    dueStatus: isCompleted ? null : stream.pick('dueStatus', ['EN PLAZO', 'POR VENCER', 'VENCIDO', null]),
    priority: stream.pick('priority', ['NORMAL', 'NORMAL', 'URGENTE', null]),
    allowEdit: stream.chance('lacksAllowEdit', 0.1) ? null : !isCompleted,
    createdDate: new Date(openedAt).toISOString(),
    lastModifiedDate: new Date(lastModified).toISOString(),
    fechaEta: dayOnly(eta),
    fechaLegalizacion: dayOnly(legalised),
  };
}

/**
 * The times of a dispatch's steps, milliseconds since 1970; `null` for a step that has not happened. A
 * declaration is accepted after the opening, often before the goods arrive. Duties are paid after that; goods
 * are withdrawn after arrival and payment.
 */
function stepsOf(stream: Stream, openedAt: number, today: number, isImport: boolean) {
  const hour = dayMs / 24;
  const happened = (instant: number) => (instant < today ? instant : null);
  const eta = openedAt + stream.whole('fechaEta', 24, 12 * 24) * hour;
  const arrived = eta + stream.whole('fechaArriboEfectivo', 0, 30) * hour;
  const accepted = openedAt + stream.whole('fechaAceptacion', 2 * 24, 5 * 24) * hour;
  const paid = accepted + stream.whole('fechaPagoDerechos', 4, 48) * hour;
  const withdrawn = Math.max(arrived, paid) + stream.whole('fechaRetiro', 6, 96) * hour;
  const legalised = Math.max(arrived, accepted) + stream.whole('fechaLegalizacion', 24, 72) * hour;
  return {
    eta,
    arrived: happened(arrived),
    accepted: happened(accepted),
    paid: isImport ? happened(paid) : null,
    withdrawn: isImport ? happened(withdrawn) : null,
    legalised: isImport ? null : happened(legalised),
  };
}

/** By road it is the pass to the other country. */
function customsFor(stream: Stream, way: Way, { country }: Foreigner): (typeof customs)[number] {
  const able = customs.filter(
    (house) => house.way === way && (way !== 'CARRETERO / TERRESTRE' || house.name === neighbours[country]),
  );
  return stream.pick('customs', able);
}

/**
 * In dollars. FOB, freight and insurance (2 percent of FOB, as customs assumes without a policy) add up to
 * CIF, to the cent. Some dispatches have no values.
 */
function valuesOf(stream: Stream, isImport: boolean) {
  const fob = stream.whole('valorFob', 180_000, 28_000_000);
  const freight = Math.round((fob * stream.whole('valorFlete', 3, 12)) / 100);
  const insurance = Math.round(fob / 50);
  const areKnown = !stream.chance('lacksValues', 0.06);
  const dollars = (cents: number) => (areKnown ? cents / 100 : null);
  return {
    valorCif: isImport ? dollars(fob + freight + insurance) : null,
    valorEx: dollars(Math.round((fob * stream.whole('valorEx', 94, 99)) / 100)),
    valorFlete: dollars(freight),
    valorFob: dollars(fob),
    valorSeguro: dollars(insurance),
    totalItem: areKnown ? stream.whole('totalItem', 1, 40) : null,
  };
}

/** `ACEPTADA` as the status endpoint spells it: `Aceptada` (names.md: values differ in case). */
function spelled(state: string): string {
  return state.charAt(0) + state.slice(1).toLowerCase();
}

/** One in 25 is empty. */
function referenceOf(random: Random, client: PracticeClient, openedAt: number): string {
  if (random.chance(0.04)) return '';
  const initials = client.name.replace(/[^\p{Lu}]/gu, '').slice(0, 3);
  const year = new Date(openedAt).getUTCFullYear();
  return random.pick([
    `${initials}-${random.whole(100, 9999)}/${String(year).slice(2)}`,
    `OC ${random.whole(450_000, 459_999)}`,
    `PEDIDO N° ${random.whole(10, 999)}-${year}`,
    `${random.whole(1000, 9999)}`,
  ]);
}

function transportDocument(random: Random, way: Way, { prefix }: Carrier, from: string): string {
  switch (way) {
    case 'MARITIMA, FLUVIAL Y LACUSTRE':
      return `${prefix}${from.replace(/[^A-Z]/g, '').slice(0, 3)}${random.whole(1_000_000, 9_999_999)}`;
    case 'AEREO': {
      // The last digit of an air waybill checks the seven before it.
      const serial = random.whole(1_000_000, 9_999_999);
      return `${prefix}-${serial}${serial % 7}`;
    }
    case 'CARRETERO / TERRESTRE':
      return `${prefix} ${random.whole(1000, 9999)}/${random.whole(100, 999)}`;
  }
}

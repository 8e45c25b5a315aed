import { dayMs } from '../../../shared/model/dates.ts';
import { dayOnly } from './days.ts';
import { dutiesOn } from './duties.ts';
import type { Carrier, Foreigner, Parties, PracticeClient } from './parties.ts';
import type { Random, Stream } from './random.ts';
import type { DispatchObject, PracticeDispatch, RecordType, StatusObject } from './records.ts';
import { customs, neighbours, vessels, type Way } from './sample-companies.ts';

function moment(instant: number): string {
  return new Date(instant).toISOString();
}

/** The kind of dispatch: decided first, because the expected documents depend on it. */
export interface DispatchKind {
  recordType: RecordType;
  tipoTramite: string;
  way: Way;
}

/**
 * Creates one dispatch; what would lie after `today` (milliseconds) has not happened. Its number is assigned
 * later, in order of opening.
 */
export function makeDispatch(
  stream: Stream,
  parties: Parties,
  { recordType, tipoTramite, way }: DispatchKind,
  { client, openedAt, today }: { client: PracticeClient; openedAt: number; today: number },
): PracticeDispatch {
  const isImport = recordType !== 'dus';
  const foreigner = stream.pick('foreigner', parties.foreignersBy(client.trade.goods, way));
  const carrier = stream.pick('carrier', parties.carriers[way]);
  const facts = { client, recordType, tipoTramite, way, openedAt, foreigner, carrier };
  const steps = stepsOf(stream, openedAt, today, isImport);
  const { accepted, paid, withdrawn, legalised } = steps;
  const isCompleted =
    (withdrawn ?? legalised) !== null && openedAt < today - 20 * dayMs && !stream.chance('staysOpen', 0.05);
  const isRejected = accepted !== null && stream.chance('isRejected', 0.02);
  const state = accepted === null ? 'EN CONFECCION' : isRejected ? 'RECHAZADA' : 'ACEPTADA';
  const drawn = { ...facts, ...steps, state, isCompleted };
  const customsHouse = customsFor(stream, way, foreigner);
  const values = stream.chance('lacksValues', 0.06) ? noValues : valuesOf(stream, isImport);
  const dispatch: PracticeDispatch = {
    number: '',
    ...facts,
    charges: [],
    documents: [],
    wire: dispatchObjectOf(stream, drawn, values, customsHouse),
    status: statusObjectOf(stream, drawn),
  };
  if (accepted !== null) dispatch.acceptedAt = accepted;
  if (paid !== null) {
    const folio = String(stream.whole('duties.folio', 20_000_000, 89_999_999));
    const amounts = values.valorCif === null ? undefined : dutiesOn(values.valorCif, paid);
    dispatch.duties = amounts === undefined ? { folio, paidAt: paid } : { folio, paidAt: paid, amounts };
  }
  return dispatch;
}

type Facts = Pick<
  PracticeDispatch,
  'client' | 'recordType' | 'tipoTramite' | 'way' | 'openedAt' | 'foreigner' | 'carrier'
>;

/** A dispatch with what has happened to it. */
type Drawn = Facts & ReturnType<typeof stepsOf> & { state: string; isCompleted: boolean };

function dispatchObjectOf(
  stream: Stream,
  drawn: Drawn,
  values: Values,
  { name: nombreAduana, port }: CustomsHouse,
): DispatchObject {
  const { client, recordType, tipoTramite, way, openedAt, foreigner, carrier, state } = drawn;
  const { eta, arrived, accepted, paid, withdrawn } = drawn;
  const isImport = recordType !== 'dus';
  const isBySea = way === 'MARITIMA, FLUVIAL Y LACUSTRE';
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
    fechaAceptacion: accepted === null ? null : dayOnly(accepted),
    fechaArriboEfectivo: arrived === null || stream.chance('lacksArrival', 0.03) ? null : moment(arrived),
    fechaCorreccionBL:
      isBySea && stream.chance('fechaCorreccionBL', 0.05) && accepted !== null ? dayOnly(accepted) : null,
    fechaVencimiento: accepted === null || !isImport ? null : dayOnly(accepted + 15 * dayMs),
    fechaEta: stream.chance('lacksEta', 0.05) ? null : dayOnly(eta),
    fechaApertura: moment(openedAt),
    fechaRetiro: withdrawn === null ? null : moment(withdrawn),
    fechaPagoDerechos: paid === null ? null : dayOnly(paid),
    nombreNave: isBySea ? stream.pick('nombreNave', vessels) : '',
    paisPrimerPuertoEmbarque: isImport ? foreigner.country : 'CHILE',
    puertoDesembarque: isImport ? port : foreigner.port,
    numeroIdentificacion: accepted === null ? '' : declarationNumber(stream.field('numeroIdentificacion')),
    paisOrigen: isImport ? foreigner.country : 'CHILE',
    ...values,
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
    createdDate: moment(openedAt),
    lastModifiedDate: moment(lastModified),
    fechaEta: dayOnly(eta),
    fechaLegalizacion: legalised === null ? null : dayOnly(legalised),
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

type CustomsHouse = Pick<(typeof customs)[number], 'name' | 'port'>;

/** By road it is the pass to the other country. */
function customsFor(stream: Stream, way: Way, { country }: Foreigner): CustomsHouse {
  const able = customs.filter(
    (house) => house.way === way && (way !== 'CARRETERO / TERRESTRE' || house.name === neighbours[country]),
  );
  return stream.pick('customs', able);
}

type Values = Pick<
  DispatchObject,
  'valorCif' | 'valorEx' | 'valorFlete' | 'valorFob' | 'valorSeguro' | 'totalItem'
>;

const noValues: Values = {
  valorCif: null,
  valorEx: null,
  valorFlete: null,
  valorFob: null,
  valorSeguro: null,
  totalItem: null,
};

/**
 * In dollars. FOB, freight and insurance (2 percent of FOB, as customs assumes without a policy) add up to
 * CIF, to the cent.
 */
function valuesOf(stream: Stream, isImport: boolean): Values {
  const fob = stream.whole('valorFob', 180_000, 28_000_000);
  const freight = Math.round((fob * stream.whole('valorFlete', 3, 12)) / 100);
  const insurance = Math.round(fob / 50);
  return {
    valorCif: isImport ? (fob + freight + insurance) / 100 : null,
    valorEx: Math.round((fob * stream.whole('valorEx', 94, 99)) / 100) / 100,
    valorFlete: freight / 100,
    valorFob: fob / 100,
    valorSeguro: insurance / 100,
    totalItem: stream.whole('totalItem', 1, 40),
  };
}

/** `ACEPTADA` as the status endpoint spells it: `Aceptada` (names.md: values differ in case). */
function spelled(state: string): string {
  return state.charAt(0) + state.slice(1).toLowerCase();
}

function declarationNumber(random: Random): string {
  return `${random.whole(3_000_000, 7_999_999)}${random.whole(100, 999)}-${random.whole(0, 9)}`;
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

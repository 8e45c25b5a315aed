import { dayInMs, dayOnly } from './days.ts';
import type { PracticeDocument } from './document.ts';
import type { Parties, PracticeClient, Provider } from './parties.ts';
import type { Random, Stream } from './random.ts';
import { customs, vessels, type Way } from './words.ts';

/** The dispatch object of documents and disbursements: every key always there (names.md). */
export interface DispatchObject {
  id: string;
  estadoAforo: string;
  estadoDIN: string;
  referencia: string;
  tipoTramite: string;
  nombreAduana: string;
  consignante: string;
  doctoTransporte: string;
  fechaAceptacion: string | null;
  fechaArriboEfectivo: string | null;
  fechaCorreccionBL: string | null;
  fechaVencimiento: string | null;
  fechaEta: string | null;
  fechaApertura: string | null;
  fechaRetiro: string | null;
  fechaPagoDerechos: string | null;
  nombreNave: string;
  paisPrimerPuertoEmbarque: string;
  puertoDesembarque: string;
  numeroIdentificacion: string;
  paisOrigen: string;
  valorCif: number | null;
  valorEx: number | null;
  valorFlete: number | null;
  valorFob: number | null;
  valorSeguro: number | null;
  totalItem: number | null;
  viaTransporte: string;
}

/** What `GET /dispatch/{n}/status` says: every key always there, `null` without data (names.md). */
export interface StatusObject {
  id: string;
  numeroDespacho: string;
  recordType: RecordType;
  EstadoDIN: string | null;
  EstadoDUS: string | null;
  isCompleted: boolean;
  dueStatus: string | null;
  priority: string | null;
  allowEdit: boolean | null;
  createdDate: string;
  lastModifiedDate: string;
  fechaEta: string | null;
  fechaLegalizacion: string | null;
}

/** Import declaration, export declaration, amendment request. */
export type RecordType = 'din' | 'dus' | 'smda';

/** One payment that the agency made for a dispatch, before it is told as a disbursement. */
export interface Charge {
  id: string;
  provider: Provider;
  /** As it is printed on the provider's paper. */
  folio: string;
  /** Whole pesos; total may differ from net plus tax, as it sometimes does on paper. */
  amounts?: { net: number; tax: number; total: number };
  /** Milliseconds since 1970; absent when it was booked without a date. */
  paidAt?: number;
  state: string;
  /** Whether the service tells all that is known of it; of others, what it leaves out depends on the id. */
  isToldWhole?: boolean;
}

/** One import or export operation, with everything that hangs on it. */
export interface PracticeDispatch {
  number: string;
  client: PracticeClient;
  recordType: RecordType;
  tipoTramite: string;
  way: Way;
  /** Milliseconds since 1970. */
  openedAt: number;
  wire: DispatchObject;
  status: StatusObject;
  charges: Charge[];
  /** In the order of filing. */
  documents: PracticeDocument[];
}

function moment(instant: number): string {
  return new Date(instant).toISOString();
}

/** What sort of dispatch: decided before, because papers are expected by it. */
export interface DispatchKind {
  recordType: RecordType;
  tipoTramite: string;
  way: Way;
}

/** Makes one dispatch; what would lie after `today` (milliseconds) has not happened. Its number comes later, in order of opening. */
export function makeDispatch(
  stream: Stream,
  parties: Parties,
  { recordType, tipoTramite, way }: DispatchKind,
  { client, openedAt, today }: { client: PracticeClient; openedAt: number; today: number },
): PracticeDispatch {
  const isImport = recordType !== 'dus';
  const isBySea = way === 'MARITIMA, FLUVIAL Y LACUSTRE';
  const after = (field: string, least: number, most: number) => {
    const instant = openedAt + stream.field(field).whole(least * 24, most * 24) * 3_600_000;
    return instant < today ? instant : null;
  };
  const eta = openedAt + stream.whole('fechaEta', 24, 12 * 24) * 3_600_000;
  const arrived =
    eta < today && !stream.chance('lacksArrival', 0.03)
      ? eta + stream.whole('fechaArriboEfectivo', 0, 30) * 3_600_000
      : null;
  const accepted = after('fechaAceptacion', 2, 5);
  const paid = isImport ? after('fechaPagoDerechos', 3, 7) : null;
  const withdrawn = after('fechaRetiro', 8, 16);
  const legalised = isImport ? null : after('fechaLegalizacion', 9, 25);
  const isCompleted =
    withdrawn !== null && openedAt < today - 20 * dayInMs && !stream.chance('staysOpen', 0.05);
  const isRejected = accepted !== null && stream.chance('isRejected', 0.02);
  const { party: foreigner, country } = stream.pick('foreigner', parties.foreigners);
  const [nombreAduana, port] = stream.pick<readonly [string, string]>('customs', customs[way]);
  const fob = stream.whole('valorFob', 180_000, 28_000_000) / 100;
  const freight = Math.round(fob * stream.whole('valorFlete', 3, 12)) / 100;
  const insurance = Math.round(fob * 2) / 100;
  const lacksValues = stream.chance('lacksValues', 0.06);
  const state = accepted === null ? 'EN CONFECCION' : isRejected ? 'RECHAZADA' : 'ACEPTADA';
  const lastModified = Math.max(openedAt, accepted ?? 0, paid ?? 0, withdrawn ?? 0, legalised ?? 0);
  return {
    number: '',
    client,
    recordType,
    tipoTramite,
    way,
    openedAt,
    charges: [],
    documents: [],
    wire: {
      id: '',
      estadoAforo: isImport
        ? stream.pick('estadoAforo', [
            'SIN AFORO',
            'SIN AFORO',
            'SIN AFORO',
            'AFORO FISICO',
            'AFORO DOCUMENTAL',
            '',
          ])
        : '',
      estadoDIN: recordType === 'din' ? state : '',
      referencia: referenceOf(stream.field('referencia'), client, openedAt),
      tipoTramite,
      nombreAduana,
      consignante: isImport ? foreigner.name : client.party.name,
      doctoTransporte: transportDocument(stream.field('doctoTransporte'), way),
      fechaAceptacion: accepted === null ? null : dayOnly(accepted),
      fechaArriboEfectivo: arrived === null || arrived >= today ? null : moment(arrived),
      fechaCorreccionBL:
        isBySea && stream.chance('fechaCorreccionBL', 0.05) && accepted !== null ? dayOnly(accepted) : null,
      fechaVencimiento: accepted === null || !isImport ? null : dayOnly(accepted + 15 * dayInMs),
      fechaEta: stream.chance('lacksEta', 0.05) ? null : dayOnly(eta),
      fechaApertura: moment(openedAt),
      fechaRetiro: withdrawn === null ? null : moment(withdrawn),
      fechaPagoDerechos: paid === null ? null : dayOnly(paid),
      nombreNave: isBySea ? stream.pick('nombreNave', vessels) : '',
      paisPrimerPuertoEmbarque: isImport ? country : 'CHILE',
      puertoDesembarque: isImport ? port : foreigner.city.toUpperCase(),
      numeroIdentificacion: accepted === null ? '' : declarationNumber(stream.field('numeroIdentificacion')),
      paisOrigen: isImport ? country : 'CHILE',
      valorCif: lacksValues || !isImport ? null : Math.round((fob + freight + insurance) * 100) / 100,
      valorEx: lacksValues ? null : fob,
      valorFlete: lacksValues ? null : freight,
      valorFob: lacksValues ? null : fob,
      valorSeguro: lacksValues || stream.chance('lacksInsurance', 0.3) ? null : insurance,
      totalItem: lacksValues ? null : stream.whole('totalItem', 1, 40),
      viaTransporte: way,
    },
    status: {
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
    },
  };
}

/** `ACEPTADA` as the status endpoint spells it: `Aceptada` (names.md: values differ in case). */
function spelled(state: string): string {
  return state.charAt(0) + state.slice(1).toLowerCase();
}

function declarationNumber(random: Random): string {
  return `${random.whole(3_000_000, 7_999_999)}${random.whole(100, 999)}-${random.whole(0, 9)}`;
}

/** One in 25 has none. */
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

function transportDocument(random: Random, way: Way): string {
  switch (way) {
    case 'MARITIMA, FLUVIAL Y LACUSTRE':
      return `${random.pick(['NPSU', 'FNSL', 'CCLU'])}${random.pick(['VAP', 'SAI', 'NGB', 'SHA'])}${random.whole(1_000_000, 9_999_999)}`;
    case 'AEREO':
      return `${random.whole(100, 999)}-${random.whole(10_000_000, 99_999_999)}`;
    case 'CARRETERO / TERRESTRE':
      return `CRT ${random.whole(1000, 9999)}/${random.whole(100, 999)}`;
  }
}

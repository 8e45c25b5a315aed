import { type PracticeAgency, startPractice } from '../../../electron/practice/index.ts';
import { ask } from './ask.ts';

/** One thing of an answer, as it came. */
export type Item = Record<string, unknown>;

/** Keys of a dispatch with its status, in the service's order (names.md, GET /dispatch/status). */
export const dispatchKeys = (
  'id estadoAforo estadoDIN referencia tipoTramite nombreAduana consignante doctoTransporte fechaAceptacion fechaArriboEfectivo ' +
  'fechaCorreccionBL fechaVencimiento fechaEta fechaApertura fechaRetiro fechaPagoDerechos nombreNave paisPrimerPuertoEmbarque ' +
  'puertoDesembarque numeroIdentificacion paisOrigen valorCif valorEx valorFlete valorFob valorSeguro totalItem viaTransporte'
).split(' ');

/** An agency whose day and hour are always the same. */
export function startDatedPractice(): Promise<PracticeAgency> {
  return startPractice({
    today: '2026-11-20',
    clock: { now: () => Date.parse('2026-11-20T14:51:00.000Z') },
  });
}

/** What the answer about a dispatch holds. */
export async function itemsOf(
  practice: PracticeAgency,
  number: string | undefined,
  rut: string | undefined,
  operation: string,
): Promise<Item[]> {
  return (await ask(practice, `/dispatch/${number}/${operation}`, { rut })).json()['data'] as Item[];
}

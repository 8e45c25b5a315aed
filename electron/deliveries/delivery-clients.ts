import { compositeKey } from '../../shared/composite-key.ts';
import { dayInSantiago } from '../../shared/model/dates.ts';
import type { Delivery } from '../../shared/model/delivery.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { DeliveryContext } from './delivery-context.ts';

type Context = Pick<DeliveryContext, 'store' | 'clock'>;

/** Dispatches and documents to deliver. */
type Selected = { dispatches: readonly DispatchKey[]; documents: readonly DocumentKey[] };

/** The clients of a selection and of earlier deliveries that go along, each once. */
export async function clientsOfSelection(
  context: Context,
  earlier: readonly Delivery[],
  selected: Selected,
): Promise<Rut[]> {
  const before = await Promise.all(earlier.map((one) => clientsOfDelivery(context, one)));
  return [...new Set([...(await clientsOf(context, selected)), ...before.flat()])];
}

/** The clients of a delivery: those that it recorded, else those of its dispatches. */
export async function clientsOfDelivery(
  context: Context,
  { about, dispatches }: Pick<Delivery, 'about' | 'dispatches'>,
): Promise<readonly Rut[]> {
  return about?.clients ?? clientsOf(context, { dispatches, documents: [] });
}

/** The clients of stored dispatches and documents, each once. */
export async function clientsOf(
  { store, clock }: Context,
  { dispatches, documents }: Selected,
): Promise<Rut[]> {
  const asked = new Set(dispatches.map(({ connectionId, number }) => compositeKey(connectionId, number)));
  const numbers = [...new Set(dispatches.map(({ number }) => number))];
  const connectionIds = [...new Set(dispatches.map(({ connectionId }) => connectionId))];
  const found = await store.findDispatches(numbers, connectionIds, dayInSantiago(clock.now()));
  const ofDocuments = await store.documentsToDeliver(documents);
  const ruts = [
    ...found
      .filter(({ connectionId, number }) => asked.has(compositeKey(connectionId, number)))
      .map(({ rut }) => rut),
    ...ofDocuments.map(({ rut }) => rut).filter((rut): rut is Rut => rut !== ''),
  ];
  return [...new Set(ruts)];
}

import { compositeKey } from '../../shared/composite-key.ts';
import { inOrderOfTypes } from '../../shared/dossier/document-order.ts';
import { dayInSantiago } from '../../shared/model/dates.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import type { DispatchToDeliver, DocumentToDeliver } from '../database/index.ts';
import type { DeliveryContext } from './delivery-context.ts';

type Context = Pick<DeliveryContext, 'store' | 'clock' | 'orderOf'>;

/** Stored dispatches, each with its documents in the order of its client. */
export async function dispatchesInOrder(
  { store, clock, orderOf }: Context,
  dispatches: readonly DispatchKey[],
): Promise<DispatchToDeliver[]> {
  const stored = await store.dispatchesToDeliver(dispatches, dayInSantiago(clock.now()));
  return stored.map((one) => ({ ...one, documents: inOrderOfTypes(one.documents, orderOf(one.rut)) }));
}

/** Stored documents by dispatch, those of each in the order of its client. */
export async function documentsInOrder(
  { store, orderOf }: Omit<Context, 'clock'>,
  documents: readonly DocumentKey[],
): Promise<DocumentToDeliver[]> {
  const stored = await store.documentsToDeliver(documents);
  const byDispatch = Map.groupBy(stored, ({ connectionId, number }) => compositeKey(connectionId, number));
  return [...byDispatch.values()].flatMap((own) => inOrderOfTypes(own, orderOf(own[0]?.rut ?? '')));
}

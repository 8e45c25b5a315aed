import { compositeKey } from '../../shared/composite-key.ts';
import { inOrderOfTypes } from '../../shared/dossier/document-order.ts';
import { dayInSantiago } from '../../shared/model/dates.ts';
import type { DeliveryDocument } from '../../shared/model/delivery.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import type { DispatchToDeliver, DocumentToDeliver } from '../database/index.ts';
import type { DeliveryContext } from './delivery-context.ts';

type Context = Pick<DeliveryContext, 'store' | 'clock' | 'readRules'>;

/**
 * Stored dispatches, each with its documents in the order of its client; those whose type its rules leave out
 * are marked.
 */
export async function dispatchesInOrder(
  { store, clock, readRules }: Context,
  dispatches: readonly DispatchKey[],
): Promise<DispatchToDeliver[]> {
  const stored = await store.dispatchesToDeliver(dispatches, dayInSantiago(clock.now()));
  const rulesFor = readRules();
  return stored.map((one) => {
    const { order, types } = rulesFor(one.rut);
    const documents = inOrderOfTypes(one.documents, order).map((document) => ({
      ...document,
      ...(types && !types.includes(document.type) && { isOutsideRules: true as const }),
    }));
    return { ...one, documents };
  });
}

/**
 * The active documents of dispatches that a delivery has, and how many others the rules of their clients
 * leave out; with `withAllTypes` they leave out none.
 */
export function includedDocuments<Document extends Pick<DeliveryDocument, 'isActive' | 'isOutsideRules'>>(
  dispatches: readonly { documents: readonly Document[] }[],
  { withAllTypes = false }: { withAllTypes?: boolean | undefined } = {},
): { included: Document[]; outsideRules: number } {
  const active = dispatches.flatMap(({ documents }) => documents).filter(({ isActive }) => isActive);
  const included = active.filter(({ isOutsideRules }) => withAllTypes || !isOutsideRules);
  return { included, outsideRules: active.length - included.length };
}

/** Stored documents by dispatch, those of each in the order of its client. */
export async function documentsInOrder(
  { store, readRules }: Omit<Context, 'clock'>,
  documents: readonly DocumentKey[],
): Promise<DocumentToDeliver[]> {
  const stored = await store.documentsToDeliver(documents);
  const rulesFor = readRules();
  const byDispatch = Map.groupBy(stored, ({ connectionId, number }) => compositeKey(connectionId, number));
  return [...byDispatch.values()].flatMap((own) => inOrderOfTypes(own, rulesFor(own[0]?.rut ?? '').order));
}

import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import { type DeliverySelection, isIncluded } from './delivery-selection.ts';

/** A list with one item moved up or down by one; the same list if it cannot move. */
export function moved<Item>(items: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const [item, other] = [items[index], items[index + by]];
  if (item === undefined || other === undefined) return items;
  return items.with(index, other).with(index + by, item);
}

/**
 * Whether a document is in the file at first: a selected one if some were selected, else one that
 * `isIncluded` keeps.
 */
export function isSelected({ documents }: DeliverySelection, document: DeliveryDocument): boolean {
  if (!documents) return isIncluded(document);
  const { connectionId, documentId } = document;
  return documents.some((one) => one.connectionId === connectionId && one.id === documentId);
}

/** The document types, in order of first occurrence. */
export function typesIn(documents: readonly DeliveryDocument[]): string[] {
  return [...new Set(documents.map(({ type }) => type))];
}

/** Documents in the order of their types; stable within a type, unlisted types last. */
export function orderedByType(
  documents: readonly DeliveryDocument[],
  types: readonly string[],
): readonly DeliveryDocument[] {
  const rank = new Map(types.map((type, index) => [type, index]));
  const rankOf = ({ type }: DeliveryDocument) => rank.get(type) ?? types.length;
  return documents.toSorted((one, other) => rankOf(one) - rankOf(other));
}

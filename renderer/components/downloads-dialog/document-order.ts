import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import type { DeliverySelection } from './delivery-selection.ts';

/** A list with one item moved one place up or down; the same list where it cannot move. */
export function moved<Item>(items: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const [item, other] = [items[index], items[index + by]];
  if (item === undefined || other === undefined) return items;
  return items.with(index, other).with(index + by, item);
}

/**
 * Whether a document goes into the file at first: the selected ones where some were selected, else those that
 * are active.
 */
export function isSelected(
  { documents }: DeliverySelection,
  { connectionId, documentId, isActive }: DeliveryDocument,
): boolean {
  if (!documents) return isActive;
  return documents.some((one) => one.connectionId === connectionId && one.id === documentId);
}

/** The types of documents, in the order in which they come. */
export function typesIn(documents: readonly DeliveryDocument[]): string[] {
  return [...new Set(documents.map(({ type }) => type))];
}

/**
 * Documents by the order of their types; those of one type stay as they come, types that are not named stand
 * last.
 */
export function orderedByType(
  documents: readonly DeliveryDocument[],
  types: readonly string[],
): readonly DeliveryDocument[] {
  const rank = new Map(types.map((type, index) => [type, index]));
  const rankOf = ({ type }: DeliveryDocument) => rank.get(type) ?? types.length;
  return documents.toSorted((one, other) => rankOf(one) - rankOf(other));
}

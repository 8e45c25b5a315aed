import type { DeliveryPaper } from '../../../shared/model/delivery.ts';
import type { Meant } from './meant.ts';

/** A list with one item moved one place up or down; the same list where it cannot move. */
export function moved<Item>(items: readonly Item[], place: number, by: -1 | 1): readonly Item[] {
  const [item, other] = [items[place], items[place + by]];
  if (item === undefined || other === undefined) return items;
  return items.with(place, other).with(place + by, item);
}

/** Whether a paper goes into the file at first: the chosen ones where some were chosen, else those that are active. */
export function isMeant(
  { documents }: Meant,
  { connectionId, documentId, isActive }: DeliveryPaper,
): boolean {
  if (!documents) return isActive;
  return documents.some((one) => one.connectionId === connectionId && one.id === documentId);
}

/** The types of papers, in the order in which they come. */
export function typesIn(papers: readonly DeliveryPaper[]): string[] {
  return [...new Set(papers.map(({ type }) => type))];
}

/** Papers by the order of their types; those of one type stay as they come, types that are not named stand last. */
export function orderedByType(
  papers: readonly DeliveryPaper[],
  types: readonly string[],
): readonly DeliveryPaper[] {
  const rank = new Map(types.map((type, place) => [type, place]));
  const rankOf = ({ type }: DeliveryPaper) => rank.get(type) ?? types.length;
  return papers.toSorted((one, other) => rankOf(one) - rankOf(other));
}

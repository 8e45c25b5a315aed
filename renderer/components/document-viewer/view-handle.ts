/** What can be asked of a document that is shown, whatever kind it is. */
export interface ViewHandle {
  zoom(action: ZoomAction): void;
  /** Turns it by a quarter, clockwise. */
  turn(): void;
  /** Marks a text wherever it stands and goes to one place of it; `''` takes the marks away. */
  find(text: string, way: FindWay): void;
}

/** `width` and `page` fit the document to its frame, and keep it so when the frame changes. */
export type ZoomAction = 'in' | 'out' | 'width' | 'page';

/** `typed`: the first place from where the person is. */
export type FindWay = 'typed' | 'next' | 'previous';

/** What a shown document can do, in the order of its buttons. */
export type ViewAbility = 'zoom' | 'turn' | 'find';

/** What a shown document tells of itself. */
export interface ViewState {
  abilities: readonly ViewAbility[];
  /** Of a document that has pages; the first is 1. */
  page?: { number: number; of: number };
  /** Percent of its natural size. */
  percent?: number;
  /** Places of the text that is searched; `at` is 0 while none is the current one. */
  found?: { at: number; of: number } | undefined;
  /** While nothing is found and pages are left: how many were looked through. */
  searched?: { pages: number; of: number } | undefined;
}

/** A document that is being opened, or that cannot be shown. */
export const notShown: ViewState = { abilities: [] };

/** How large documents may be shown, percent of their natural size. */
const minPercent = 25;
const maxPercent = 500;
const steps = [25, 50, 75, 100, 125, 150, 200, 300, 400, maxPercent] as const;

/** The next larger or smaller size; at either end it stays. */
export function steppedPercent(percent: number, action: 'in' | 'out'): number {
  const next =
    action === 'in' ? steps.find((step) => step > percent + 1) : steps.findLast((step) => step < percent - 1);
  return next ?? (action === 'in' ? maxPercent : minPercent);
}

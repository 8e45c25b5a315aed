/** `width` and `page` fit the document to its frame, also when the frame changes. */
export type ZoomAction = 'in' | 'out' | 'width' | 'page';

/** Limits of the zoom, in percent of the natural size. */
const minPercent = 25;
const maxPercent = 500;
const steps = [25, 50, 75, 100, 125, 150, 200, 300, 400, maxPercent] as const;

/** The next larger or smaller zoom level, within the limits. */
export function steppedPercent(percent: number, action: 'in' | 'out'): number {
  const next =
    action === 'in' ? steps.find((step) => step > percent + 1) : steps.findLast((step) => step < percent - 1);
  return next ?? (action === 'in' ? maxPercent : minPercent);
}

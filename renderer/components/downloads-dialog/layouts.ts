/** Whose date a layout by month takes its month from. */
export const monthDates = ['opening', 'acceptance', 'issue'] as const;
export type MonthDate = (typeof monthDates)[number];

const byMonth = (year: string, month: string) =>
  `{client}/${year}-${month}/{dispatch}_{reference}/{nn}_{type}_{number}`;

/**
 * The layout by month, by the date that its month is of; the app's own dates of a dispatch, and the date of
 * issue of each document.
 */
export const monthLayouts: Readonly<Record<MonthDate, string>> = {
  opening: byMonth('{year}', '{month}'),
  acceptance: byMonth('{year:fechaAceptacion}', '{month:fechaAceptacion}'),
  issue: byMonth('{year:infoDoc.document.issueDate}', '{month:infoDoc.document.issueDate}'),
};

/**
 * The ways to lay out documents in folders that have a name, as templates, in the order in which they are
 * offered.
 */
export const layouts = {
  dispatch: '{client}/{dispatch}_{reference}/{nn}_{type}_{number}',
  month: monthLayouts.opening,
  together: '{dispatch}_{nn}_{type}_{number}',
} as const;

export type LayoutName = keyof typeof layouts;

export const layoutNames: readonly LayoutName[] = ['dispatch', 'month', 'together'];

/** The date that the month of a template is of, where it is a layout by month. */
export function monthOf(template: string): MonthDate | undefined {
  return monthDates.find((date) => monthLayouts[date] === template);
}

/** The layout that a template is; undefined where a person wrote their own. */
export function layoutOf(template: string): LayoutName | undefined {
  if (monthOf(template)) return 'month';
  return layoutNames.find((name) => layouts[name] === template);
}

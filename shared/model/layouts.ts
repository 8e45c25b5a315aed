/** The dates that a layout by month can use. */
export const monthDates = ['opening', 'acceptance', 'issue'] as const;
type MonthDate = (typeof monthDates)[number];

const byMonth = (year: string, month: string) =>
  `{client}/${year}-${month}/{dispatch}_{reference}/{nn}_{type}_{number}`;

/** The layout by month for each date; the app's own dates of a dispatch, and each document's issue date. */
export const monthLayouts: Readonly<Record<MonthDate, string>> = {
  opening: byMonth('{year}', '{month}'),
  acceptance: byMonth('{year:fechaAceptacion}', '{month:fechaAceptacion}'),
  issue: byMonth('{year:infoDoc.document.issueDate}', '{month:infoDoc.document.issueDate}'),
};

/** The named folder layouts as templates, in the order in which they are offered. */
export const layouts = {
  dispatch: '{client}/{dispatch}_{reference}/{nn}_{type}_{number}',
  month: monthLayouts.opening,
  together: '{dispatch}_{nn}_{type}_{number}',
} as const;

type LayoutName = keyof typeof layouts;

export const layoutNames: readonly LayoutName[] = ['dispatch', 'month', 'together'];

/** The date that a template's month uses, if it is a layout by month. */
export function monthOf(template: string): MonthDate | undefined {
  return monthDates.find((date) => monthLayouts[date] === template);
}

/** The layout of a template; undefined if the template is custom. */
export function layoutOf(template: string): LayoutName | undefined {
  if (monthOf(template)) return 'month';
  return layoutNames.find((name) => layouts[name] === template);
}

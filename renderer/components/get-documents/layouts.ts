/** The ways to lay out papers in folders that have a name, as templates, in the order in which they are offered. */
export const layouts = {
  dispatch: '{client}/{dispatch}_{reference}/{nn}_{type}_{number}',
  month: '{client}/{year}-{month}/{dispatch}_{reference}/{nn}_{type}_{number}',
  together: '{dispatch}_{nn}_{type}_{number}',
} as const;

export type LayoutName = keyof typeof layouts;

export const layoutNames: readonly LayoutName[] = ['dispatch', 'month', 'together'];

/** The layout that a template is; undefined where a person wrote their own. */
export function layoutOf(template: string): LayoutName | undefined {
  return layoutNames.find((name) => layouts[name] === template);
}

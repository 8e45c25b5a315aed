import type { ArrangedColumns } from '../../../shared/model/settings.ts';

/** The properties of a column that an arrangement needs. */
export interface Arrangeable {
  id: string;
  /** Pixels; the column grows up to `widest` if there is room. */
  width: number;
  /** Absent if more width would show no more of the value. */
  widest?: number;
  isShownAtFirst: boolean;
  /** The client of the row: second, and shown, where there are several. */
  isClient?: boolean;
}

/** The columns as they stand at first: the client's right after the first where there are several clients. */
export function withClientSecond<Column extends Arrangeable>(columns: readonly Column[]): readonly Column[] {
  const client = columns.find(({ isClient }) => isClient);
  const [first, ...others] = columns.filter((column) => column !== client);
  return client && first ? [first, { ...client, isShownAtFirst: true }, ...others] : columns;
}

/** A list's columns in the person's order, with defaults where the person set nothing. */
export interface Arrangement {
  order: readonly string[];
  shown: ReadonlySet<string>;
  /** Widths that the person has set. */
  widths: Readonly<Record<string, number>>;
}

/** Minimum and maximum width of a column, in pixels. */
const columnLimits = { min: 40, max: 900 } as const;

/**
 * The arrangement of the existing columns: those never moved keep their default position, new ones come last
 * with their default visibility.
 */
export function arrange(columns: readonly Arrangeable[], stored: ArrangedColumns | undefined): Arrangement {
  const there = new Set(columns.map(({ id }) => id));
  const moved = (stored?.order ?? []).filter((id) => there.has(id));
  const arranged = new Set(stored?.order);
  const atFirst = columns
    .filter(({ id, isShownAtFirst }) => isShownAtFirst && !arranged.has(id))
    .map(({ id }) => id);
  const rest = columns.map(({ id }) => id).filter((id) => !moved.includes(id));
  return {
    order: [...moved, ...rest],
    shown: new Set([...(stored?.shown ?? []), ...atFirst]),
    widths: Object.fromEntries(
      Object.entries(stored?.widths ?? {})
        .filter(([id]) => there.has(id))
        .map(([id, width]) => [id, clampWidth(width)]),
    ),
  };
}

/** The visible columns, in the person's order. */
export function shownOf<Column extends Arrangeable>(
  columns: readonly Column[],
  { order, shown }: Arrangement,
): Column[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return order.flatMap((id) => (shown.has(id) ? (byId.get(id) ?? []) : []));
}

/** Maximum number of stored columns per list, as the settings allow. */
const maxStoredColumns = 300;

/** An arrangement to store, including stored columns that do not exist now: they reappear unchanged. */
export function toStore({ order, shown, widths }: Arrangement, stored?: ArrangedColumns): ArrangedColumns {
  const away = stored?.order.filter((id) => !order.includes(id)) ?? [];
  const widthsAway = Object.entries(stored?.widths ?? {}).filter(([id]) => away.includes(id));
  return {
    order: [...order, ...away].slice(0, maxStoredColumns),
    shown: [...shown].slice(0, maxStoredColumns),
    widths: { ...Object.fromEntries(widthsAway), ...widths },
  };
}

/** The arrangement with a column moved before another (`undefined`: to the end). */
export function moveBefore(arrangement: Arrangement, id: string, before: string | undefined): Arrangement {
  const order = arrangement.order.filter((each) => each !== id);
  const index = before === undefined ? order.length : order.indexOf(before);
  order.splice(index < 0 ? order.length : index, 0, id);
  return { ...arrangement, order };
}

/** The arrangement with a column moved by one position among the visible ones. */
export function moveBy(arrangement: Arrangement, id: string, step: -1 | 1): Arrangement {
  const shown = arrangement.order.filter((each) => arrangement.shown.has(each));
  const index = shown.indexOf(id);
  const other = shown[index + step];
  if (index < 0 || other === undefined) return arrangement;
  return step === -1 ? moveBefore(arrangement, id, other) : moveBefore(arrangement, id, shown[index + 2]);
}

/** The arrangement with a column shown or hidden; the last visible one stays. */
export function show(arrangement: Arrangement, id: string, isShown: boolean): Arrangement {
  const shown = new Set(arrangement.shown);
  if (isShown) shown.add(id);
  else if (shown.size > 1) shown.delete(id);
  return { ...arrangement, shown };
}

/** The arrangement with a column set to a width. */
export function widen(arrangement: Arrangement, id: string, width: number): Arrangement {
  return { ...arrangement, widths: { ...arrangement.widths, [id]: clampWidth(width) } };
}

/** The arrangement with a column reset to its default width. */
export function leaveWidth(arrangement: Arrangement, id: string): Arrangement {
  const { [id]: _left, ...widths } = arrangement.widths;
  return { ...arrangement, widths };
}

/**
 * The columns as tracks of a CSS grid, after `before` pixels of each row, and their minimum total width in
 * pixels. Extra width goes to the columns that can grow, in proportion to what each is short of.
 */
export function tracks(
  columns: readonly Arrangeable[],
  { widths }: Arrangement,
  before: number,
): { template: string; minWidth: number } {
  const sized = columns.map(({ id, width, widest = width }) => {
    const set = widths[id];
    return set === undefined ? { width, deficit: Math.max(0, widest - width) } : { width: set, deficit: 0 };
  });
  const minWidth = sized.reduce((sum, { width }) => sum + width, before);
  const totalDeficit = sized.reduce((sum, { deficit }) => sum + deficit, 0);
  const template = sized.map(({ width, deficit }) => {
    if (deficit === 0) return `${width}px`;
    // Rounded down: together they never exceed the width.
    const part = Math.floor((1000 * deficit) / totalDeficit) / 1000;
    return `clamp(${width}px, ${width}px + (100% - ${minWidth}px) * ${part}, ${width + deficit}px)`;
  });
  return { template: template.join(' '), minWidth };
}

function clampWidth(width: number): number {
  return Math.round(Math.min(columnLimits.max, Math.max(columnLimits.min, width)));
}

import type { ArrangedColumns } from '../../../shared/model/settings.ts';

/** What an arrangement needs to know of a column. */
export interface Arrangeable {
  id: string;
  /** Pixels, of which it has more where there is room, up to `widest`. */
  width: number;
  /** Left out where more room would show no more of it. */
  widest?: number;
  isShownAtFirst: boolean;
}

/** A list's columns in the person's order, with what they left alone as it comes. */
export interface Arrangement {
  order: readonly string[];
  shown: ReadonlySet<string>;
  /** Those that the person has set. */
  widths: Readonly<Record<string, number>>;
}

/** Pixels that a column may be wide. */
const columnLimits = { min: 40, max: 900 } as const;

/**
 * The arrangement of the columns there are: those that a person never moved stand where they come, new ones
 * at the end, shown as they are at first.
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

/** The shown columns, in the person's order. */
export function shownOf<Column extends Arrangeable>(
  columns: readonly Column[],
  { order, shown }: Arrangement,
): Column[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return order.flatMap((id) => (shown.has(id) ? (byId.get(id) ?? []) : []));
}

/** How many columns are kept of a list, as the settings allow. */
const maxStoredColumns = 300;

/**
 * An arrangement to be kept, with what was kept of columns that are not there now: they come back as they
 * were left.
 */
export function toStore({ order, shown, widths }: Arrangement, stored?: ArrangedColumns): ArrangedColumns {
  const away = stored?.order.filter((id) => !order.includes(id)) ?? [];
  const widthsAway = Object.entries(stored?.widths ?? {}).filter(([id]) => away.includes(id));
  return {
    order: [...order, ...away].slice(0, maxStoredColumns),
    shown: [...shown].slice(0, maxStoredColumns),
    widths: { ...Object.fromEntries(widthsAway), ...widths },
  };
}

/** The arrangement with a column moved to stand before another (`undefined`: at the end). */
export function moveBefore(arrangement: Arrangement, id: string, before: string | undefined): Arrangement {
  const order = arrangement.order.filter((each) => each !== id);
  const index = before === undefined ? order.length : order.indexOf(before);
  order.splice(index < 0 ? order.length : index, 0, id);
  return { ...arrangement, order };
}

/** The arrangement with a column moved one place among the shown ones. */
export function moveBy(arrangement: Arrangement, id: string, step: -1 | 1): Arrangement {
  const shown = arrangement.order.filter((each) => arrangement.shown.has(each));
  const index = shown.indexOf(id);
  const other = shown[index + step];
  if (index < 0 || other === undefined) return arrangement;
  return step === -1 ? moveBefore(arrangement, id, other) : moveBefore(arrangement, id, shown[index + 2]);
}

/** The arrangement with a column shown or hidden; the last shown one stays. */
export function show(arrangement: Arrangement, id: string, isShown: boolean): Arrangement {
  const shown = new Set(arrangement.shown);
  if (isShown) shown.add(id);
  else if (shown.size > 1) shown.delete(id);
  return { ...arrangement, shown };
}

/** The arrangement with a column as wide as this. */
export function widen(arrangement: Arrangement, id: string, width: number): Arrangement {
  return { ...arrangement, widths: { ...arrangement.widths, [id]: clampWidth(width) } };
}

/** The arrangement with a column as wide as it comes. */
export function leaveWidth(arrangement: Arrangement, id: string): Arrangement {
  const { [id]: _left, ...widths } = arrangement.widths;
  return { ...arrangement, widths };
}

/**
 * Where the columns stand, behind what takes `before` pixels of each row: as tracks of a CSS grid, and the
 * pixels that all of it takes at the least. What a row has beyond that goes to those that can be wider, to
 * each in proportion to what it lacks.
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
    // Rounded down: all of them together never take more than there is.
    const part = Math.floor((1000 * deficit) / totalDeficit) / 1000;
    return `clamp(${width}px, ${width}px + (100% - ${minWidth}px) * ${part}, ${width + deficit}px)`;
  });
  return { template: template.join(' '), minWidth };
}

function clampWidth(width: number): number {
  return Math.round(Math.min(columnLimits.max, Math.max(columnLimits.min, width)));
}

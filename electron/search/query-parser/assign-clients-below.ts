import type { Rut } from '../../../shared/model/rut.ts';
import type { Fragment, Reading } from './parser-state.ts';

/**
 * Gives numbers the client below them, where each record of a text names its client after its numbers:
 * `Despacho: 410931` above `Cliente: Acme`. Records have their client last, or all the same kinds of
 * numbers; other texts name clients above their numbers.
 */
export function assignClientsBelow({ fragments, clientLines }: Reading): void {
  const numbered = fragments.flatMap((fragment, at) =>
    hasNumbers(fragment) && !fragment.isHeadOrFoot ? [{ fragment, at }] : [],
  );
  const records: { ruts: readonly Rut[]; fragments: Fragment[] }[] = [];
  let next = 0;
  for (const { ruts, fragmentsBefore } of clientLines) {
    const own: Fragment[] = [];
    for (let one = numbered[next]; one && one.at < fragmentsBefore; one = numbered[++next])
      own.push(one.fragment);
    const last = records.at(-1);
    // The name and the RUT of one client.
    if (own.length === 0 && last) last.ruts = ruts.length > 0 ? ruts : last.ruts;
    else records.push({ ruts, fragments: own });
  }
  const first = records[0]?.fragments ?? [];
  const isApart = numbered.every(({ fragment }) => fragment.isOfLinesAround);
  const areAbove = clientLines.some(({ isHeading }) => isHeading);
  if (records.length < 2 || first.length === 0 || !isApart || areAbove) return;
  const below = numbered.slice(next).map(({ fragment }) => fragment);
  if (below.length > 0 && !moveBegins(records, below)) return;
  for (const { ruts, fragments } of records) for (const fragment of fragments) fragment.ruts = ruts;
}

/**
 * Whether each record goes on below its client as the last one does; the lines below a client are moved to
 * its record. The first kind of number tells where a record begins.
 */
function moveBegins(records: readonly { fragments: Fragment[] }[], below: readonly Fragment[]): boolean {
  const halves = records.map(({ fragments }, index) => ({
    before: index === 0 ? fragments : fragments.slice(below.length),
    below: records[index + 1]?.fragments.slice(0, below.length) ?? below,
  }));
  const kinds = halves.map((half) => [...half.before, ...half.below].map(kindOf));
  const [begin = '', ...others] = kinds[0] ?? [];
  if (begin === '' || others.includes(begin)) return false;
  if (!kinds.every((own) => own.join() === kinds[0]?.join())) return false;
  for (const [index, half] of halves.entries())
    records[index]?.fragments.splice(0, Number.POSITIVE_INFINITY, ...half.before, ...half.below);
  return true;
}

/** Whether a fragment has a number that may be queried. */
export function hasNumbers({ read, taken }: Fragment): boolean {
  return read.elements.some(
    (element) =>
      (element.kind === 'number' || element.kind === 'candidate') &&
      !taken.some(({ from, to }) => element.from < to && element.to > from),
  );
}

/** The kind of the first labelled number of a fragment; `''` where it has none. */
function kindOf({ read }: Fragment): string {
  return read.elements.find((element) => element.kind === 'number')?.as ?? '';
}

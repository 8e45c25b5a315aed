import { useCallback, useEffect, useState } from 'react';
import { dispatchKey } from '../../../shared/composite-key.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { DispatchRow } from '../../../shared/model/search.ts';
import type { PagedRows } from '../../components/data-grid/paged-rows.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';

/** Delay without new rows before their missing documents are counted: rows that fly past are skipped. */
const idleMs = 300;
/**
 * How long a count is valid although its row is read again: a running batch refreshes rows constantly without
 * changing counts.
 */
const cacheForMs = 5000;
/** Maximum rows per count request; beyond `maxKnownRows` the cache is cleared. */
const maxRowsAtOnce = 200;
const maxKnownRows = 5000;

/** By row key; dispatches without missing documents, or with unknown ones, are omitted. */
type MissingCounts = ReadonlyMap<string, number>;

/**
 * The number of missing documents of a dispatch, once its row is loaded and no more rows will arrive
 * (`isFinal`); 0 until known. It makes no request to the agency, and the list does not wait for it.
 */
export function useMissingCounts(
  pages: PagedRows<DispatchRow>,
  isFinal: boolean,
): (dispatch: DispatchKey) => number {
  const [missingCounts, setMissingCounts] = useState<MissingCounts>(new Map());
  useEffect(() => {
    if (!isFinal) return;
    const checked = new Set<string>();
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    let mayHaveChanged = false;
    let readAt = Number.NEGATIVE_INFINITY;
    async function readCounts() {
      if (checked.size > maxKnownRows || mayHaveChanged) checked.clear();
      mayHaveChanged = false;
      readAt = performance.now();
      const rows = pages.here().filter((row) => !checked.has(dispatchKey(row)));
      const some = rows.slice(-maxRowsAtOnce);
      if (some.length === 0) return;
      for (const row of some) checked.add(dispatchKey(row));
      const incomplete = await readIncomplete(some);
      if (isOver) return;
      setMissingCounts((known) => withFound(known, some, incomplete));
      later();
    }
    // The list works without the counts; the inspector shows missing documents too.
    const go = () => void readCounts().catch(() => undefined);
    function later() {
      // Rows that are read again may have other counts by now.
      mayHaveChanged ||= pages.shown().isBehind;
      clearTimeout(timer);
      timer = setTimeout(
        go,
        mayHaveChanged ? Math.max(idleMs, readAt + cacheForMs - performance.now()) : idleMs,
      );
    }
    later();
    const stop = pages.subscribe(later);
    return () => {
      isOver = true;
      stop();
      clearTimeout(timer);
    };
  }, [pages, isFinal]);
  return useCallback((dispatch) => missingCounts.get(dispatchKey(dispatch)) ?? 0, [missingCounts]);
}

async function readIncomplete(rows: readonly DispatchRow[]): Promise<MissingCounts> {
  const dispatches = rows.map(({ connectionId, number }) => ({ connectionId, number }));
  const page = { offset: 0, limit: maxRowsAtOnce };
  const found = await invoke('dossier.matrix', { scope: { dispatches }, only: 'incomplete', ...page });
  return new Map(found.rows.map((row) => [dispatchKey(row), row.missing]));
}

/** The same map if nothing changed: the rows are not re-rendered. */
function withFound(known: MissingCounts, rows: readonly DispatchRow[], found: MissingCounts): MissingCounts {
  const keys = rows.map(dispatchKey);
  if (keys.every((key) => known.get(key) === found.get(key))) return known;
  const next = new Map(known.size > maxKnownRows ? [] : known);
  for (const key of keys) next.delete(key);
  return new Map([...next, ...found]);
}

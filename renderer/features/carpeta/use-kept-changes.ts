import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useAnswered, useEvent } from '../../bridge.ts';

/** Calls back whenever what is kept has changed so that folders may be more complete than before. */
export function useKeptChanges(changed: () => void): void {
  useEvent('sweep.progress', changed);
  useEvent('carpeta.arrived', changed);
  useAnswered('dispatch.view', ({ ask }) => ask && changed());
  useEvent('downloads.progress', ({ documents }) => {
    if (documents.some(({ state }) => state === 'done')) changed();
  });
}

/** Calls back whenever a person has decided or noted something of folders, wherever in the page. */
export function useNotedChanges(changed: () => void): void {
  const queries = useQueryClient();
  const change = useEffectEvent(changed);
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
        if (String(event.query.queryKey[0]).startsWith('carpeta.')) change();
      }),
    [queries],
  );
}

import type { Pin } from '../../shared/model/home.ts';
import { useInvokeMutation, useInvokeQuery } from '../ipc/invoke-hooks.ts';

/** Which clients and dispatches are pinned, and the function that pins or unpins one. */
export function usePins(): {
  isPinned: (pin: Pin) => boolean;
  setPinned: (pin: Pin, isPinned: boolean) => void;
} {
  const pins = useInvokeQuery('dossier.pins', undefined).data ?? [];
  const change = useInvokeMutation('dossier.setPin', ['dossier.pins', 'home.view']);
  return {
    isPinned: ({ rut, dispatch }) =>
      pins.some(
        (one) =>
          one.rut === rut &&
          one.dispatch?.connectionId === dispatch?.connectionId &&
          one.dispatch?.number === dispatch?.number,
      ),
    setPinned: (pin, isPinned) => change.mutate({ ...pin, isPinned }),
  };
}

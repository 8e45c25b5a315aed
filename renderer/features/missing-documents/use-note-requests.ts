import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../../shared/contract.ts';
import { invoke, useAppMutation, useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { useToast } from '../../ui/toast.tsx';

const refreshed = ['dossier.gaps', 'dossier.chases'] as const;

/** Records documents as requested, and takes that back: by the toast, its key, or `undo`. */
export function useNoteRequests(onUndone: () => void = () => undefined) {
  const { t } = useTranslation('missing');
  const toast = useToast();
  const remove = useInvokeMutation('dossier.removeRequests', refreshed);
  const undone = useRef(new Set<readonly string[]>());
  const undo = async (ids: readonly string[]) => {
    await remove.mutateAsync({ ids: [...ids] });
    undone.current.add(ids);
    onUndone();
  };
  const note = useAppMutation(async (request: CallInput<'dossier.saveRequests'>) => {
    const { ids } = await invoke('dossier.saveRequests', request);
    toast(t('noted', { count: ids.length }), {
      undo: () => undo(ids),
      isPossible: () => !undone.current.has(ids),
    });
    return ids;
  }, refreshed);
  return { note, undo, isUndoing: remove.isPending, error: note.error ?? remove.error };
}

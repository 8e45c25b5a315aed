import { useTranslation } from 'react-i18next';
import { invoke, useAppMutation, useChanged } from '../ipc/invoke-hooks.ts';
import { useToast } from './toast.tsx';

const changes = ['saved.list', 'saved.changes'] as const;

/** Marks the changes of a saved search, or of all, as seen, and offers undo. */
export function useMarkSeen() {
  const { t } = useTranslation('saved');
  const toast = useToast();
  const changed = useChanged();
  return useAppMutation(async (which: { id?: string }) => {
    const { markId } = await invoke('saved.markSeen', which);
    toast(t('markedSeen'), {
      undo: async () => {
        await invoke('saved.unmarkSeen', { markId });
        await changed(changes);
      },
    });
  }, changes);
}

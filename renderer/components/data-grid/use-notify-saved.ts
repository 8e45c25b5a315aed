import { useTranslation } from 'react-i18next';
import { useToast } from '../../ui/toast.tsx';

/** Reports where a list was saved; nothing if the person cancelled. */
export function useNotifySaved(): (saved: { path: string } | undefined) => void {
  const { t } = useTranslation('results');
  const toast = useToast();
  return (saved) => {
    if (saved) toast(t('savedTo', { path: saved.path }));
  };
}

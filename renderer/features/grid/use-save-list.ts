import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../../shared/contract.ts';
import type { CarpetaError } from '../../../shared/errors.ts';
import { useAction } from '../../bridge.ts';
import { useToast } from '../../ui/toast.tsx';

/** Saves a list as a file and says where; what went wrong stands in `error`. */
export function useSaveList(): {
  save: (list: CallInput<'list.save'>) => void;
  error: CarpetaError | null;
} {
  const { t } = useTranslation('results');
  const toast = useToast();
  const { mutate, error } = useAction('list.save');
  return {
    save: (list) =>
      mutate(list, { onSuccess: (saved) => saved && toast(t('savedTo', { path: saved.path })) }),
    error,
  };
}

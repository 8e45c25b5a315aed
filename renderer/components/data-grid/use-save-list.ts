import type { CallInput } from '../../../shared/contract.ts';
import type { CarpetaError } from '../../../shared/errors.ts';
import { useAction } from '../../ipc/bridge.ts';
import { useTellSaved } from './use-tell-saved.ts';

/** Saves a list as a file and says where; what went wrong stands in `error`. */
export function useSaveList(): {
  save: (list: CallInput<'list.save'>) => void;
  error: CarpetaError | null;
} {
  const tellSaved = useTellSaved();
  const { mutate, error } = useAction('list.save');
  return {
    save: (list) => mutate(list, { onSuccess: tellSaved }),
    error,
  };
}

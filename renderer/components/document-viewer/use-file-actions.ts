import type { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';

type File = DocumentKey;

/** The actions on a document's file, and the error of the last one. */
export interface FileActions {
  open: (file: File) => void;
  show: (file: File) => void;
  error: AppError | null;
}

/**
 * Opens a document with its default program, or shows it in its folder: main first downloads a missing file.
 */
export function useFileActions(): FileActions {
  const open = useInvokeMutation('file.open');
  const show = useInvokeMutation('file.show');
  const [actions, error] = [{ open, show }, open.error ?? show.error];
  function action(name: 'open' | 'show', { connectionId, id }: File) {
    open.reset();
    show.reset();
    actions[name].mutate({ connectionId, id });
  }
  return { open: (file) => action('open', file), show: (file) => action('show', file), error };
}

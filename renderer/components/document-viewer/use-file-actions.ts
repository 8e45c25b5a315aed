import type { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';

type File = DocumentKey;

/** What is done with the file of a document, and why the last of that failed. */
export interface FileActions {
  open: (file: File) => void;
  show: (file: File) => void;
  error: AppError | null;
}

/**
 * Opening a document with its program, and showing it in its folder: main downloads first what is not here.
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

import { useRef } from 'react';
import { AppError } from '../../../shared/errors.ts';

/**
 * Warns before files of several clients are dragged out together: their first drag is refused with
 * `SEVERAL_CLIENTS`, because a drag leaves no time to ask. The second one goes.
 */
export function useDragWarning(): (files: readonly unknown[], clients: number) => void {
  const warnedOf = useRef('');
  return (files, clients) => {
    const subject = JSON.stringify(files);
    const isConfirmed = clients < 2 || warnedOf.current === subject;
    warnedOf.current = isConfirmed ? '' : subject;
    if (isConfirmed) return;
    throw new AppError('SEVERAL_CLIENTS', 'the files are of several clients', { values: { count: clients } });
  };
}

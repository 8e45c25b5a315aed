import { useState } from 'react';
import { CarpetaError } from '../../../shared/errors.ts';
import { useCall } from '../../ipc/bridge.ts';

/** The folder that papers go to: the one before, until the person says another; and why it cannot be had where it is not there any more. */
export function useFolder(before: string) {
  const [chosen, setChosen] = useState<string>();
  const folder = chosen ?? before;
  // One that was chosen a moment ago is made where it is not there.
  const isOfBefore = chosen === undefined && folder !== '';
  const found = useCall(
    'folder.isThere',
    { folder: folder || '.' },
    { enabled: isOfBefore, staleTime: 0, gcTime: 0 },
  );
  const isGone = isOfBefore && (found.data === false || found.error !== null);
  const gone = isGone ? (found.error ?? new CarpetaError('FOLDER_GONE', folder)) : undefined;
  return {
    folder,
    gone,
    choose: setChosen,
    /** Looks for it once more, now that it is about to be written to. */
    isThere: async () => !isOfBefore || (await found.refetch()).data === true,
  };
}

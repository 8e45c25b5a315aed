import { useState } from 'react';
import { type CarpetaError, toCarpetaError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { ask } from '../../ipc/bridge.ts';

type File = DocumentKey & { path?: string };

/** Opening a downloaded document with its program, and showing it in its folder; nothing happens with one that is not here. */
export function useFileActs(): {
  open: (file: File) => void;
  show: (file: File) => void;
  error: CarpetaError | undefined;
} {
  const [error, setError] = useState<CarpetaError>();
  async function act(name: 'file.open' | 'file.show', { connectionId, id, path }: File) {
    setError(undefined);
    if (path === undefined) return;
    try {
      await ask(name, { connectionId, id });
    } catch (thrown) {
      setError(toCarpetaError(thrown));
    }
  }
  return { open: (file) => void act('file.open', file), show: (file) => void act('file.show', file), error };
}

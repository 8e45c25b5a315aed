import { isCarpetaError } from '../shared/errors.ts';
import type { Open } from './host.ts';

/**
 * The same network, which knows whether the last request was answered at all, and tells when that changes. The first answer is no news; that there is none is
 * told each time, because a page may have come since.
 */
export function watchNetwork(
  open: Open,
  tell: (online: boolean) => void,
): { open: Open; isOnline(): boolean } {
  let online = true;
  function see(now: boolean): void {
    if (online !== now || !now) tell(now);
    online = now;
  }
  return {
    open: async (url, options) => {
      try {
        const opened = await open(url, options);
        see(true);
        return opened;
      } catch (thrown) {
        if (isCarpetaError(thrown, 'NO_NETWORK')) see(false);
        throw thrown;
      }
    },
    isOnline: () => online,
  };
}

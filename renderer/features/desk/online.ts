import { createContext, use, useState } from 'react';
import { useEvent } from '../../bridge.ts';

export const OnlineContext = createContext(true);

/** Whether the last request reached its service. */
export function useOnline(): boolean {
  return use(OnlineContext);
}

/** The state behind `useOnline`. */
export function useOnlineState(): boolean {
  const [isOnline, setOnline] = useState(true);
  useEvent('network.changed', ({ online }) => setOnline(online));
  return isOnline;
}

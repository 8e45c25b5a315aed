import { useState } from 'react';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';

const dialog = preloadable(() => import('./proxy-login-dialog.tsx'));

/** Asks for the login of an office proxy, one request after the other. */
export function ProxyLogin() {
  // Includes requests from before the page was loaded.
  const loginRequests = useInvokeQuery('proxy.waiting', undefined).data ?? [];
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  usePreload(dialog);
  const first = loginRequests.find(({ id }) => !closed.has(id));
  if (!first) return null;
  return (
    <dialog.Component
      key={first.id}
      loginRequest={first}
      onClosed={() => setClosed((before) => new Set(before).add(first.id))}
    />
  );
}

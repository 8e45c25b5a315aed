import { useInvokeQuery } from './invoke-hooks.ts';

/** Whether the last request reached its service; true until known. */
export function useOnline(): boolean {
  return useInvokeQuery('network.get', undefined).data?.online ?? true;
}

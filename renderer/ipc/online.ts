import { useInvokeQuery } from './invoke-hooks.ts';

/** Whether the last request reached its service; taken for granted until it is known. */
export function useOnline(): boolean {
  return useInvokeQuery('network.get', undefined).data?.online ?? true;
}

import { useTranslation } from 'react-i18next';
import { clientName } from '../../../shared/model/client-names.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';

/** The client of a dispatch, or the clients as which it will be requested. */
export function useClientsOf(): (ruts: readonly Rut[]) => string {
  const { t } = useTranslation('search');
  const clients = useInvokeQuery('clients.list', undefined).data;
  const book = clients?.length ?? 0;
  return (ruts) =>
    ruts.length > 0
      ? ruts.map((rut) => clientName(rut, clients)).join(', ')
      : t(book === 0 ? 'clientUnknown' : 'willTry', { count: book });
}

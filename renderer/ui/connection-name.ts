import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../shared/model/connection.ts';
import { useInvokeQuery } from '../ipc/invoke-hooks.ts';

type Named = Pick<Connection, 'name' | 'isPractice'>;

/** A function that returns a connection's display name; the practice agency's is translated. */
export function useConnectionName(): (connection: Named) => string {
  const { t } = useTranslation('ui');
  return (connection) => nameOf(connection, t);
}

/** The connections with their display names; undefined until loaded. */
export function useNamedConnections(): readonly Connection[] | undefined {
  const { t } = useTranslation('ui');
  const { data } = useInvokeQuery('connections.list', undefined);
  return useMemo(() => data?.map((one) => ({ ...one, name: nameOf(one, t) })), [data, t]);
}

function nameOf({ name, isPractice }: Named, t: TFunction<'ui'>): string {
  return isPractice ? t('practiceName') : name;
}

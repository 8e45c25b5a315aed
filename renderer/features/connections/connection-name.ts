import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';

/** A function that gives a connection's name; the practice agency's in the language of now. */
export function useConnectionName(): (connection: Pick<Connection, 'name' | 'isPractice'>) => string {
  const { t } = useTranslation('connections');
  return ({ name, isPractice }) => (isPractice ? t('practiceName') : name);
}

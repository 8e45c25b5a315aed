import { useTranslation } from 'react-i18next';
import { stateText } from '../../shared/model/state-text.ts';
import { isOwnRole } from '../../shared/model/user-role.ts';
import { useUserRole } from './use-user-role.ts';

/**
 * The label of who owes documents: the person's own office as `we`, nobody if the catalogue names none. The
 * catalogue's names are in capitals, as a state is.
 */
export function usePartyLabel(): (responsible: string) => string {
  const { t } = useTranslation('dossier');
  const userRole = useUserRole();
  return (responsible) =>
    isOwnRole(responsible, userRole) ? t('party.we') : stateText(responsible) || t('party.nobody');
}

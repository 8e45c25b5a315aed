import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../../shared/contract.ts';
import type { KnownDispatches } from '../../../shared/model/dossier.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import screen from '../../ui/screen.module.css';
import { FetchAllButton, requestsOfDispatch } from './fetch-all-button.tsx';

/** The number of dispatches with known disbursements, as text; `''` if there is none. */
export function paymentsKnownLabel(known: KnownDispatches | undefined, t: TFunction<'dossier'>): string {
  if (!known || known.dispatches === 0) return '';
  const { dispatches: count, disbursements } = known;
  const key = disbursements < count ? 'known.paymentsOfSome' : 'known.paymentsOfAll';
  return t(key, { count, known: disbursements });
}

interface Props {
  scope: CallInput<'dossier.known'>['scope'];
  known: KnownDispatches | undefined;
  /** An additional sentence. */
  more?: string;
}

/** States how many dispatches a list of disbursements covers, and requests the others. */
export function PaymentsKnown({ scope, known, more }: Props) {
  const { t } = useTranslation('dossier');
  const label = paymentsKnownLabel(known, t);
  if (!known || label === '') return null;
  const count = known.dispatches - known.disbursements;
  return (
    <div className={screen.note} role="status">
      {count > 0 && <IconAlertTriangle size={14} aria-hidden />}
      <span>{more === undefined ? label : `${label} ${more}`}</span>
      {count > 0 && (
        <FetchAllButton
          label={t('known.askThese', { count })}
          requests={count * requestsOfDispatch}
          isSmall
          dispatches={() => invoke('dossier.incomplete', { scope, of: 'disbursements' })}
        />
      )}
    </div>
  );
}

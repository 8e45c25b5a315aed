import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRut, type Rut } from '../../../shared/model/rut.ts';
import { useCall } from '../../ipc/bridge.ts';
import { writePlace } from '../../ui/place.ts';
import styles from './search.module.css';

interface Props {
  /** Dispatches whose client nothing kept tells. */
  numbers: readonly string[];
  chosen: readonly Rut[];
  onChoose: (ruts: readonly Rut[]) => void;
}

/** The id of the question, for those that lead to it. */
export const clientQuestionId = 'which-client';

/** Asks which client a dispatch is of, or offers to try the whole client book. */
export function ClientsToTry({ numbers, chosen, onChoose }: Props) {
  const { t } = useTranslation('search');
  const clients = useCall('clients.list', undefined).data ?? [];
  const [first = ''] = numbers;
  return (
    <div className={styles.section} id={clientQuestionId}>
      <h2>
        {numbers.length === 1
          ? t('whichClient', { number: first })
          : t('whichClientMany', { count: numbers.length })}
      </h2>
      {clients.length === 0 && (
        <p className={styles.soft}>
          {t('noClients')} <a href={writePlace({ view: 'clients' })}>{t('addClients')}</a>
        </p>
      )}
      <ul>
        {clients.slice(0, 50).map(({ rut, name }) => (
          <li key={rut} className={styles.line}>
            <Checkbox
              checked={chosen.includes(rut)}
              onChange={(event) =>
                onChoose(
                  event.currentTarget.checked ? [...chosen, rut] : chosen.filter((each) => each !== rut),
                )
              }
              label={name ? `${name} · ${formatRut(rut)}` : formatRut(rut)}
            />
          </li>
        ))}
      </ul>
      {clients.length > 1 && (
        <Button variant="default" size="compact-xs" onClick={() => onChoose(clients.map(({ rut }) => rut))}>
          {t('tryAll', { clients: clients.length, count: clients.length * numbers.length })}
        </Button>
      )}
    </div>
  );
}

import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../ipc/bridge.ts';
import { useChangeSettings, useSettings } from '../../ipc/settings-hooks.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import styles from './clients.module.css';

interface Props {
  clients: readonly unknown[];
}

/**
 * Asks once whose the RUTs of a book are: several may be an agency's clients or the companies of one group, and nothing but the person tells which.
 * The practice agency's own clients ask nothing.
 */
export function WhoseBook({ clients }: Props) {
  const { t } = useTranslation('clients');
  const { settings, managed } = useSettings();
  const connections = useCall('connections.list', undefined).data ?? [];
  const { mutate: change, error } = useAct(useChangeSettings());
  const isReal = connections.some(({ isPractice }) => !isPractice);
  if (settings.office !== 'unsaid' || managed.includes('office') || clients.length < 2 || !isReal)
    return null;
  return (
    <section className={styles.whose} aria-label={t('whose.ask')}>
      <b>{t('whose.ask')}</b>
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => change({ office: 'agency' })}>
          {t('whose.agency')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => change({ office: 'company' })}>
          {t('whose.company')}
        </Button>
      </Group>
      <span className={styles.soft}>{t('whose.means')}</span>
      {error && <Fault error={error} />}
    </section>
  );
}

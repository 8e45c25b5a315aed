import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../ipc/bridge.ts';
import { formatCount } from '../../ui/format.ts';
import { clientName } from '../../ui/question-words.ts';
import styles from './results.module.css';

/** Names the clients of whom a search for several found nothing. */
export function ClientsWithout({ resultSetId }: { resultSetId: string }) {
  const { t } = useTranslation('results');
  const [isOpen, setOpen] = useState(false);
  const clients = useCall('clients.list', undefined).data;
  const without = useCall('search.clientsWithout', { resultSetId }).data ?? [];
  if (without.length === 0) return null;
  const names = without.map((rut) => clientName(rut, clients));
  const [only, ...others] = names;
  return (
    <div className={styles.sweep}>
      <span>
        {others.length === 0
          ? t('clientWithout', { name: only })
          : t('clientsWithout', { count: without.length, shown: formatCount(without.length) })}
        {isOpen && others.length > 0 && `: ${names.join(', ')}`}
      </span>
      {others.length > 0 && (
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('outcomes.which')}
        </Button>
      )}
    </div>
  );
}

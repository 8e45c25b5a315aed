import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { allTogether, useBatches } from '../../components/downloads-dialog/batches.ts';
import { formatCount } from '../../ui/format.ts';
import { navigate } from '../../ui/route.ts';
import styles from './downloads.module.css';

/** Combined progress of all downloads, and a link to them. */
export function DownloadsButton() {
  const { t } = useTranslation('downloads');
  const { finished, total } = allTogether(useBatches().batches);
  const numbers = total > 0 ? `${formatCount(finished)}/${formatCount(total)}` : '';
  return (
    <Button
      variant="subtle"
      color="gray"
      px={8}
      className={styles.counter ?? ''}
      justify="start"
      leftSection={<IconDownload size={17} aria-hidden />}
      aria-label={total > 0 ? t('progressName', { finished, total }) : t('title')}
      onClick={() => navigate({ view: 'downloads' })}
    >
      {numbers}
    </Button>
  );
}

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { allTogether, useBatches } from '../../components/document-actions/use-batches.ts';
import { formatCount } from '../../ui/format.ts';
import { navigate } from '../../ui/route.ts';
import { useLayout } from '../../ui/stored-layout.ts';
import styles from './downloads.module.css';

/** A link to the downloads; with their combined progress while the bar below is hidden. */
export function DownloadsButton() {
  const { t } = useTranslation('downloads');
  const { finished, total } = allTogether(useBatches().batches);
  const { isShown } = useLayout();
  const hasNumbers = total > 0 && !isShown('shelf');
  const numbers = hasNumbers ? `${formatCount(finished)}/${formatCount(total)}` : '';
  return (
    <Button
      variant="subtle"
      color="gray"
      px={8}
      className={styles.counter ?? ''}
      justify="start"
      leftSection={<IconDownload size={17} aria-hidden />}
      aria-label={hasNumbers ? t('progressName', { finished, total }) : t('title')}
      onClick={() => navigate({ view: 'downloads' })}
    >
      {numbers}
    </Button>
  );
}

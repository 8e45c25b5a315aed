import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListName } from '../../../shared/model/lists.ts';
import { formatCount } from '../../ui/format.ts';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { OneLine } from '../../ui/one-line.tsx';
import screen from '../../ui/screen.module.css';
import styles from './get-documents.module.css';

interface Props {
  list: ListName;
  chosen: number;
  total: number;
  /** There is no row, and so nothing to choose. */
  isEmpty: boolean;
  /** Downloads what the chosen rows mean. */
  onDownload: () => void;
  onAll: () => void;
  onNone: () => void;
  /** What else can be done with what is chosen. */
  children?: ReactNode;
}

/** What is chosen in a list, and the way to download it. Always there, so that nothing moves when something is chosen. */
export function DownloadBar({ list, chosen, total, isEmpty, onDownload, onAll, onNone, children }: Props) {
  const { t } = useTranslation('downloads');
  const { t: results } = useTranslation('results');
  const keyText = useKeyText();
  const canDownload = list !== 'disbursements' && chosen > 0;
  useCommand('download', () => {
    if (!canDownload) return false;
    onDownload();
  });
  return (
    <div className={styles.bar}>
      <span className={screen.told} aria-live="polite">
        {chosen === 0 ? (
          <span className={styles.soft}>{isEmpty ? '' : t('chooseFirst')}</span>
        ) : (
          t(`chosen.${list}`, { count: chosen, shown: formatCount(chosen) })
        )}
      </span>
      {chosen < total && (
        <Button className={styles.turn ?? ''} variant="subtle" size="compact-xs" onClick={onAll}>
          {t('chooseAll', { total: formatCount(total) })}
        </Button>
      )}
      {chosen > 0 && (
        <Button className={styles.turn ?? ''} variant="subtle" size="compact-xs" onClick={onNone}>
          {t('chooseNone')}
        </Button>
      )}
      <OneLine label={results('moreActions')} opens="above">
        {children}
      </OneLine>
      {list !== 'disbursements' && (
        <Button
          leftSection={<IconDownload size={15} aria-hidden />}
          disabled={!canDownload}
          title={keyText('download')}
          onClick={onDownload}
        >
          {t('download')}
        </Button>
      )}
    </div>
  );
}

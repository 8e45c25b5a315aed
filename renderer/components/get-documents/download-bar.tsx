import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListName } from '../../../shared/model/lists.ts';
import type { Selection } from '../../../shared/model/question.ts';
import { formatCount } from '../../ui/format.ts';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import styles from './get-documents.module.css';

const dialog = preloadable(() => import('./download-dialog.tsx'));

interface Props {
  list: ListName;
  chosen: number;
  total: number;
  /** There is no row, and so nothing to choose. */
  isEmpty: boolean;
  /** The documents that the chosen rows mean. */
  meant: () => Promise<Selection | undefined>;
  destination: { folder: string; template: string; name: string };
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onAll: () => void;
  onNone: () => void;
  /** What else can be done with what is chosen. */
  children?: ReactNode;
}

/** What is chosen in a list, and the way to download it. Always there, so that nothing moves when something is chosen. */
export function DownloadBar({
  list,
  chosen,
  total,
  isEmpty,
  meant,
  destination,
  isOpen,
  onOpen,
  onAll,
  onNone,
  children,
}: Props) {
  const { t } = useTranslation('downloads');
  const keyText = useKeyText();
  usePreload(dialog);
  const canDownload = list !== 'disbursements' && chosen > 0;
  useCommand('download', () => {
    if (!canDownload) return false;
    onOpen(true);
  });
  return (
    <div className={styles.bar}>
      <span aria-live="polite">
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
      <span className={styles.push} />
      {children}
      {list !== 'disbursements' && (
        <Button
          leftSection={<IconDownload size={15} aria-hidden />}
          disabled={!canDownload}
          title={keyText('download')}
          onClick={() => onOpen(true)}
        >
          {t('download')}
        </Button>
      )}
      {isOpen && (
        <dialog.Component
          title={t(`dialog.${list === 'dispatches' ? 'dispatches' : 'documents'}`, {
            count: chosen,
            shown: formatCount(chosen),
          })}
          meant={meant}
          destination={destination}
          onClose={() => onOpen(false)}
        />
      )}
    </div>
  );
}

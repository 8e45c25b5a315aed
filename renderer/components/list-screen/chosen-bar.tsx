import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../ui/format.ts';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { OneLine } from '../../ui/one-line.tsx';
import screen from '../../ui/screen.module.css';
import styles from './list-screen.module.css';

interface Props {
  count: number;
  onNone: () => void;
  /** What stands at the left while nothing is chosen. */
  hint: ReactNode;
  /** What can be done with what is chosen. */
  children: ReactNode;
}

/** What is chosen in a list, and what can be done with it. Always there, so that nothing moves when something is chosen. */
export function ChosenBar({ count, onNone, hint, children }: Props) {
  const { t } = useTranslation('carpeta');
  const { t: results } = useTranslation('results');
  return (
    <div className={styles.bar}>
      <div className={styles.chosen}>
        <span className={screen.told} aria-live="polite">
          {count === 0 ? (
            <span className={screen.soft} title={typeof hint === 'string' ? hint : undefined}>
              {hint}
            </span>
          ) : (
            t('chosen', { count, shown: formatCount(count) })
          )}
        </span>
        {count > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={onNone}>
            {t('chooseNone')}
          </Button>
        )}
      </div>
      <OneLine label={results('moreActions')} opens="above">
        {children}
      </OneLine>
    </div>
  );
}

/** Copies the chosen rows, where that is all that they can be chosen for. */
export function CopyChosen({ count, onCopy }: { count: number; onCopy: () => void }) {
  const { t } = useTranslation('results');
  const keyText = useKeyText();
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={14} aria-hidden />}
      disabled={count === 0}
      title={keyText('copy')}
      onClick={onCopy}
    >
      {t('copyTable')}
    </Button>
  );
}

/** Downloads the papers that the chosen rows mean. */
export function DownloadChosen({ count, onDownload }: { count: number; onDownload: () => void }) {
  const { t } = useTranslation('downloads');
  const keyText = useKeyText();
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      disabled={count === 0}
      title={keyText('download')}
      onClick={onDownload}
    >
      {t('download')}
    </Button>
  );
}

/** Why rows were not copied, right above them. */
export function TooMany({ children }: { children: string }) {
  return (
    <p className={styles.tooMany} role="status">
      {children}
    </p>
  );
}

import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../shared/model/dates.ts';
import { daysOf, formatDays } from '../../ui/days.ts';
import { PanelButton } from '../../ui/opening-button.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { rangeWords } from '../../ui/question-words.ts';
import styles from './search.module.css';

/** What it opens, fetched once the first screen stands. */
const panel = preloadable(() => import('./dates-panel.tsx'));

interface Props {
  range: Range;
  onRange: (range: Range) => void;
}

/** Which days are asked for: one click for the usual ones, two fields and a calendar for others. */
export function DatesMenu({ range, onRange }: Props) {
  const { t } = useTranslation('search');
  const label = rangeWords(range, t);
  const meant = daysOf(range);
  return (
    <PanelButton
      panel={panel}
      position="bottom-end"
      button={(opening) => (
        <Button
          {...opening}
          variant="default"
          className={styles.menuButton ?? ''}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('datesLabel', { dates: label })}
          title={formatDays(meant.start, meant.end)}
        >
          <span className={styles.label}>{label}</span>
        </Button>
      )}
    >
      {(close) => <panel.Component range={range} onRange={onRange} onReady={close} />}
    </PanelButton>
  );
}

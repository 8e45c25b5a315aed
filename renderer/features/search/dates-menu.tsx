import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../shared/model/dates.ts';
import { daysOf, formatDays } from '../../ui/days.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { rangeWords } from '../../ui/question-words.ts';
import { whenLeft } from '../../ui/when-left.ts';
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
  const [isOpen, setOpen] = useState(false);
  const label = rangeWords(range, t);
  const meant = daysOf(range);
  usePreload(panel);
  const turn = () => setOpen(!isOpen);
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-end">
      <Popover.Target>
        <Button
          variant="default"
          className={styles.menuButton ?? ''}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('datesLabel', { dates: label })}
          title={formatDays(meant.start, meant.end)}
          onClick={() => void panel.preload().then(turn, turn)}
        >
          <span className={styles.label}>{label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} onBlur={whenLeft(() => setOpen(false))}>
        <panel.Component range={range} onRange={onRange} onReady={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

import { Button, Popover, Radio, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, type Range, typedDay } from '../../../shared/model/dates.ts';
import { daysOf, formatDays, presetOf, presets } from '../../ui/days.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { rangeWords } from '../../ui/question-words.ts';
import { whenLeft } from '../../ui/when-left.ts';
import styles from './search.module.css';

const calendar = preloadable(() => import('./calendar.tsx'));

interface Props {
  range: Range;
  onRange: (range: Range) => void;
}

/** Which days are asked for: one click for the usual ones, two fields and a calendar for others. */
export function DatesMenu({ range, onRange }: Props) {
  const { t } = useTranslation('search');
  const [isOpen, setOpen] = useState(false);
  const label = rangeWords(range, t);
  const preset = presetOf(range);
  const meant = daysOf(range);
  usePreload(calendar);
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-end">
      <Popover.Target>
        <Button
          variant="default"
          className={styles.menuButton ?? ''}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('datesLabel', { dates: label })}
          title={formatDays(meant.start, meant.end)}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={styles.label}>{label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} onBlur={whenLeft(() => setOpen(false))}>
        <div className={`${styles.panel} ${styles.dates}`}>
          <Radio.Group
            aria-label={t('dates')}
            value={preset ?? 'days'}
            onChange={(name) => {
              const chosen = presets.find((each) => each.name === name);
              if (chosen) onRange(chosen.range);
            }}
          >
            {presets.map(({ name }) => (
              <Radio
                key={name}
                value={name}
                label={t(`preset.${name}`)}
                mb={6}
                data-autofocus={name === preset ? true : undefined}
              />
            ))}
          </Radio.Group>
          <div className={styles.days}>
            <TypedDays range={range} onRange={onRange} onReady={() => setOpen(false)}>
              <div className={styles.calendar}>
                <calendar.Component range={range} onRange={onRange} />
              </div>
              <p className={`${styles.soft} ${styles.datesMean}`}>{t('datesMean')}</p>
            </TypedDays>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Two fields over what stands between them and the button that is done with them, once both hold days. */
function TypedDays({
  range,
  onRange,
  onReady,
  children,
}: Props & { onReady: () => void; children: ReactNode }) {
  const { t } = useTranslation('search');
  const meant = daysOf(range);
  const [start, setStart] = useState(formatDay(meant.start));
  const [end, setEnd] = useState(formatDay(meant.end));
  const [told, setTold] = useState(range);
  const first = useRef<HTMLInputElement>(null);
  const last = useRef<HTMLInputElement>(null);
  // Another range was chosen; the fields stay, and with them the focus.
  if (told !== range) {
    setTold(range);
    setStart(formatDay(meant.start));
    setEnd(formatDay(meant.end));
  }
  const [from, to] = [typedDay(start), typedDay(end)];
  const isBackwards = from !== undefined && to !== undefined && from > to;
  function keep() {
    if (from === undefined || to === undefined || isBackwards) return;
    if (from !== meant.start || to !== meant.end) onRange({ kind: 'days', start: from, end: to });
  }
  function ready() {
    if (from === undefined || isBackwards) first.current?.select();
    else if (to === undefined) last.current?.select();
    else onReady();
  }
  return (
    <>
      <div className={styles.typed}>
        <TextInput
          ref={first}
          label={t('from')}
          placeholder={t('dayForm')}
          value={start}
          error={from === undefined && t('noSuchDay')}
          onChange={(event) => setStart(event.currentTarget.value)}
          onBlur={keep}
          onKeyDown={(event) => event.key === 'Enter' && keep()}
        />
        <TextInput
          ref={last}
          label={t('to')}
          placeholder={t('dayForm')}
          value={end}
          error={(to === undefined && t('noSuchDay')) || (isBackwards && t('backwards'))}
          onChange={(event) => setEnd(event.currentTarget.value)}
          onBlur={keep}
          onKeyDown={(event) => event.key === 'Enter' && keep()}
        />
      </div>
      {children}
      <Button onClick={ready}>{t('ready')}</Button>
    </>
  );
}

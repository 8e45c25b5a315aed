import { Button, Radio, TextInput } from '@mantine/core';
import { DatePicker, DatesProvider } from '@mantine/dates';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, type Range, typedDay } from '../../../shared/model/dates.ts';
import { daysOf, presetOf, presets } from '../../ui/day-range-presets.ts';
import screen from '../../ui/screen.module.css';
import styles from './search.module.css';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es.js';

interface Props {
  range: Range;
  onRange: (range: Range) => void;
  onReady: () => void;
}

/** Presets, two date fields and a calendar. */
export default function DatesPanel({ range, onRange, onReady }: Props) {
  const { t } = useTranslation('search');
  const preset = presetOf(range);
  return (
    <div className={`${styles.panel} ${styles.dates}`}>
      <Radio.Group
        aria-label={t('dates')}
        value={preset ?? 'days'}
        onChange={(name) => {
          const selected = presets.find((each) => each.name === name);
          if (selected) onRange(selected.range);
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
        <TypedDays range={range} onRange={onRange} onReady={onReady}>
          <div className={styles.calendar}>
            <Calendar range={range} onRange={onRange} />
          </div>
          <p className={`${screen.soft} ${styles.datesMean}`}>{t('datesMean')}</p>
        </TypedDays>
      </div>
    </div>
  );
}

/** Two date fields with content between them and the done button, which is enabled once both are valid. */
function TypedDays({ range, onRange, onReady, children }: Props & { children: ReactNode }) {
  const { t } = useTranslation('search');
  const days = daysOf(range);
  const [start, setStart] = useState(formatDay(days.start));
  const [end, setEnd] = useState(formatDay(days.end));
  const [shownRange, setShownRange] = useState(range);
  const first = useRef<HTMLInputElement>(null);
  const last = useRef<HTMLInputElement>(null);
  // Another range was selected; the fields stay mounted and keep the focus.
  if (shownRange !== range) {
    setShownRange(range);
    setStart(formatDay(days.start));
    setEnd(formatDay(days.end));
  }
  const [from, to] = [typedDay(start), typedDay(end)];
  const isBackwards = from !== undefined && to !== undefined && from > to;
  function save() {
    if (from === undefined || to === undefined || isBackwards) return;
    if (from !== days.start || to !== days.end) onRange({ kind: 'days', start: from, end: to });
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
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && save()}
        />
        <TextInput
          ref={last}
          label={t('to')}
          placeholder={t('dayForm')}
          value={end}
          error={(to === undefined && t('noSuchDay')) || (isBackwards && t('backwards'))}
          onChange={(event) => setEnd(event.currentTarget.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && save()}
        />
      </div>
      {children}
      <Button onClick={ready}>{t('ready')}</Button>
    </>
  );
}

interface CalendarProps {
  range: Range;
  onRange: (range: Range) => void;
}

/** A calendar on which two clicks select a range. */
function Calendar({ range, onRange }: CalendarProps) {
  const { t, i18n } = useTranslation('search');
  const days = daysOf(range);
  const [month, setMonth] = useState(days.end);
  const [first, setFirst] = useState<string | null>(null);
  const [shownRange, setShownRange] = useState(range);
  if (shownRange !== range) {
    setShownRange(range);
    setMonth(days.end);
    setFirst(null);
  }
  return (
    <DatesProvider
      settings={{ locale: i18n.language === 'es-CL' ? 'es' : 'en', firstDayOfWeek: 1, weekendDays: [] }}
    >
      <DatePicker
        type="range"
        size="xs"
        fullWidth
        allowSingleDateInRange
        date={month}
        onDateChange={setMonth}
        hideOutsideDates
        ariaLabels={{
          previousMonth: t('calendar.previousMonth'),
          nextMonth: t('calendar.nextMonth'),
          previousYear: t('calendar.previousYear'),
          nextYear: t('calendar.nextYear'),
          previousDecade: t('calendar.previousDecade'),
          nextDecade: t('calendar.nextDecade'),
          monthLevelControl: t('calendar.chooseMonth'),
          yearLevelControl: t('calendar.chooseYear'),
        }}
        value={first === null ? [days.start, days.end] : [first, null]}
        onChange={([start, end]) => {
          if (start !== null && end !== null) onRange({ kind: 'days', start, end });
          else setFirst(start);
        }}
      />
    </DatesProvider>
  );
}

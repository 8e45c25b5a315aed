import '@mantine/dates/styles.layer.css';
import { DatePicker, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/es.js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../shared/model/dates.ts';
import { daysOf } from '../../ui/days.ts';

interface Props {
  range: Range;
  onRange: (range: Range) => void;
}

/** A calendar on which two clicks choose a range. */
export function Calendar({ range, onRange }: Props) {
  const { t, i18n } = useTranslation('search');
  const meant = daysOf(range);
  const [month, setMonth] = useState(meant.end);
  const [first, setFirst] = useState<string | null>(null);
  const [told, setTold] = useState(range);
  if (told !== range) {
    setTold(range);
    setMonth(meant.end);
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
        value={first === null ? [meant.start, meant.end] : [first, null]}
        onChange={([start, end]) => {
          if (start !== null && end !== null) onRange({ kind: 'days', start, end });
          else setFirst(start);
        }}
      />
    </DatesProvider>
  );
}

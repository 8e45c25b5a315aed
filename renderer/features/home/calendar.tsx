import { IconAnchor, IconClockExclamation, IconTruckDelivery } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type Day, formatDay } from '../../../shared/model/dates.ts';
import { type DayEvents, dayEventKinds, type HomeView } from '../../../shared/model/home.ts';
import { formatCount } from '../../ui/format.ts';
import screen from '../../ui/screen.module.css';
import styles from './day.module.css';
import { DayList } from './day-list.tsx';
import { HomeSection } from './home-section.tsx';

const eventIcons = {
  arrival: IconAnchor,
  due: IconClockExclamation,
  withdrawal: IconTruckDelivery,
} as const;

const weekDays = [0, 1, 2, 3, 4, 5, 6];
const weeks = [0, 7];

/** The fortnight as a table of two weeks; a count opens the dispatches of its day. */
export function Calendar({ home: { start, today, events } }: { home: HomeView }) {
  const { t, i18n } = useTranslation('home');
  const [open, setOpen] = useState('');
  const listId = useId();
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
  const shown = events.find((each) => keyOf(each) === open);
  const range = { start: formatDay(start), end: formatDay(addDays(start, 13)) };
  return (
    <HomeSection part="calendar" title={t('part.calendar')}>
      {events.length === 0 && <p className={styles.line}>{t('calendar.none', range)}</p>}
      <table className={styles.calendar}>
        <caption className={screen.unseen}>{t('calendar.name', range)}</caption>
        <thead>
          <tr>
            {weekDays.map((offset) => (
              <th key={offset} scope="col">
                {weekday.format(new Date(`${addDays(start, offset)}T00:00:00Z`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week}>
              {weekDays.map((offset) => {
                const day = addDays(start, week + offset);
                return (
                  <DayCell
                    key={day}
                    {...{ day, today, open, listId }}
                    events={events.filter((each) => each.day === day)}
                    onOpen={(key) => setOpen(key === open ? '' : key)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div id={listId}>{shown && <DayList events={shown} onClose={() => setOpen('')} />}</div>
    </HomeSection>
  );
}

function keyOf({ day, kind }: Pick<DayEvents, 'day' | 'kind'>): string {
  return `${day} ${kind}`;
}

interface CellProps {
  day: Day;
  today: Day;
  events: readonly DayEvents[];
  /** The key of the events whose dispatches are listed. */
  open: string;
  listId: string;
  onOpen: (key: string) => void;
}

function DayCell({ day, today, events, open, listId, onOpen }: CellProps) {
  const { t } = useTranslation('home');
  const ordered = dayEventKinds.flatMap((kind) => events.find((each) => each.kind === kind) ?? []);
  return (
    <td data-today={day === today || undefined} data-past={day < today || undefined}>
      <time dateTime={day} title={formatDay(day)}>
        {day.slice(8)}
        {day.endsWith('-01') && `-${day.slice(5, 7)}`}
        {day === today && ` ${t('calendar.today')}`}
      </time>
      {ordered.map((each) => {
        const Icon = eventIcons[each.kind];
        const key = keyOf(each);
        const isLate = each.kind === 'due' && each.day <= today && each.unpaidCount > 0;
        const label = t(`calendar.${each.kind}`, { count: each.count, shown: formatCount(each.count) });
        return (
          <button
            key={key}
            type="button"
            className={styles.event}
            aria-expanded={key === open}
            aria-controls={listId}
            aria-label={`${formatDay(day)}: ${label}${isLate ? `, ${t('calendar.late')}` : ''}`}
            title={isLate ? `${label}, ${t('calendar.late')}` : label}
            data-late={isLate || undefined}
            onClick={() => onOpen(key)}
          >
            <Icon size={13} aria-hidden />
            <span>{label}</span>
          </button>
        );
      })}
    </td>
  );
}

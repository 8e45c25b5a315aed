import { Button } from '@mantine/core';
import { IconAnchor, IconClockExclamation, IconTruckDelivery, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { addDays, type Day, formatDay } from '../../../shared/model/dates.ts';
import {
  type DayDispatch,
  type DayEventKind,
  type DayEvents,
  dayEventKinds,
  type HomeView,
} from '../../../shared/model/home.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { formatCount } from '../../ui/format.ts';
import { clientName } from '../../ui/query-text.ts';
import screen from '../../ui/screen.module.css';
import { useSearchText } from '../../ui/search-box-text.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { HomeSection } from './home-section.tsx';
import styles from './today.module.css';

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
                    day={day}
                    today={today}
                    open={open}
                    listId={listId}
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

/** More rows than this are read in a list of their own. */
const maxRows = 50;

/** The dispatches of a day with one kind of event; each opens, and all of them open as a list. */
function DayList({ events, onClose }: { events: DayEvents; onClose: () => void }) {
  const { t } = useTranslation('home');
  const { search } = useSearchText();
  const clients = useInvokeQuery('clients.list', undefined).data;
  const { day, kind, count, dispatches } = events;
  const shown = dispatches.slice(0, maxRows);
  const title = `${formatDay(day)} · ${t(`calendar.${kind}`, { count, shown: formatCount(count) })}`;
  return (
    <div className={styles.dayList}>
      <header>
        <h3>{title}</h3>
        {count > 1 && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => search(dispatches.map(({ number }) => number).join('; '), 'dispatches')}
          >
            {openAllLabel(events, t)}
          </Button>
        )}
        <ToolButton icon={IconX} label={t('calendar.close')} onClick={onClose} />
      </header>
      <table className={styles.rows}>
        <thead>
          <tr>
            {(['dispatch', 'client', 'reference', 'state', 'fact'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`calendar.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((dispatch) => (
            <tr key={compositeKey(dispatch.connectionId, dispatch.number)}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.link}
                  title={t('calendar.open', { number: dispatch.number })}
                  onClick={() => search(dispatch.number, 'dispatches')}
                >
                  {dispatch.number}
                </button>
              </th>
              <td title={clientName(dispatch.rut, clients)}>{clientName(dispatch.rut, clients)}</td>
              <td title={dispatch.reference}>{dispatch.reference}</td>
              <td>{stateText(dispatch.state)}</td>
              <td>{factOf(kind, dispatch, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > shown.length && (
        <p className={styles.line}>
          {t('calendar.notShown', { count: count - shown.length, shown: formatCount(count - shown.length) })}
        </p>
      )}
    </div>
  );
}

function openAllLabel({ count, dispatches }: DayEvents, t: TFunction<'home'>): string {
  const shown = formatCount(dispatches.length);
  return count > dispatches.length
    ? t('calendar.openFirst', { shown, total: formatCount(count) })
    : t('calendar.openAll', { count, shown });
}

/** What is known of the event. */
function factOf(
  kind: DayEventKind,
  { isEstimate, isPaid }: Pick<DayDispatch, 'isEstimate' | 'isPaid'>,
  t: TFunction<'home'>,
): string {
  if (kind === 'arrival') return t(isEstimate ? 'calendar.estimate' : 'calendar.confirmed');
  return t(isPaid ? 'calendar.paid' : 'calendar.unpaid');
}

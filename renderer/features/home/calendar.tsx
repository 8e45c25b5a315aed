import { Button } from '@mantine/core';
import { IconAnchor, IconClockExclamation, IconTruckDelivery, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
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
import { ClientName } from '../../ui/client-name.tsx';
import screen from '../../ui/screen.module.css';
import { useSearchText } from '../../ui/search-box-text.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { HeadRow, HomeSection } from './home-section.tsx';
import styles from './today.module.css';

const eventIcons = {
  arrival: IconAnchor,
  due: IconClockExclamation,
  withdrawal: IconTruckDelivery,
} as const;

const weekDays = [0, 1, 2, 3, 4, 5, 6];
const weeks = [0, 7];

/** A day whose events are listed: those of one kind, else of all. */
interface OpenDay {
  day: Day;
  kind?: DayEventKind;
}

/**
 * The fortnight as a grid of two weeks: a count opens the dispatches of its day, Enter those of every count
 * of the day where the keys are.
 */
export function Calendar({ home: { start, today, events } }: { home: HomeView }) {
  const { t, i18n } = useTranslation('home');
  const [open, setOpen] = useState<OpenDay>();
  const listId = useId();
  const days = weeks.flatMap((week) => weekDays.map((offset) => addDays(start, week + offset)));
  const keys = useDayKeys(days, today);
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
  const shown = open ? eventsOf(events, open) : [];
  const range = { start: formatDay(start), end: formatDay(addDays(start, 13)) };
  const toggle = (next: OpenDay) =>
    setOpen((now) => (now?.day === next.day && now.kind === next.kind ? undefined : next));
  return (
    <HomeSection part="calendar" title={t('part.calendar')}>
      {events.length === 0 && <p className={styles.line}>{t('calendar.none', range)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its days are reached by keys. */}
      <table ref={keys.grid} role="grid" className={styles.calendar} onKeyDown={keys.onKeyDown}>
        <caption className={screen.unseen}>{t('calendar.name', range)}</caption>
        <HeadRow
          names={weekDays.map((offset) => weekday.format(new Date(`${addDays(start, offset)}T00:00:00Z`)))}
        />
        <tbody>
          {weeks.map((week) => (
            <tr key={week}>
              {days.slice(week, week + weekDays.length).map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  today={today}
                  isActive={day === keys.active}
                  open={open?.day === day ? open : undefined}
                  listId={listId}
                  events={eventsOf(events, { day })}
                  onActive={() => keys.setActive(day)}
                  onOpen={toggle}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div id={listId}>
        {shown.map((each) => (
          <DayList
            key={compositeKey(each.day, each.kind)}
            events={each}
            onClose={() => {
              setOpen(undefined);
              // Its button goes away with it.
              keys.focusDay(each.day);
            }}
          />
        ))}
      </div>
    </HomeSection>
  );
}

/** The events of a day, in their order. */
function eventsOf(events: readonly DayEvents[], { day, kind }: OpenDay): readonly DayEvents[] {
  const own = events.filter((each) => each.day === day && (kind === undefined || each.kind === kind));
  return dayEventKinds.flatMap((one) => own.find((each) => each.kind === one) ?? []);
}

/** The keys that lead from day to day, and the one that Tab comes to: today, until they lead elsewhere. */
function useDayKeys(days: readonly Day[], today: Day) {
  const grid = useRef<HTMLTableElement>(null);
  const [selected, setActive] = useState<Day>();
  const active = [selected, today, days[0]].find((day) => day !== undefined && days.includes(day));
  function focusDay(day: Day) {
    setActive(day);
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = active === undefined ? -1 : days.indexOf(active);
    const next = days[indexAfter(event, at)];
    if (next === undefined) return;
    // The page would scroll.
    event.preventDefault();
    focusDay(next);
  }
  return { grid, active, setActive, focusDay, onKeyDown };
}

/** Where a key leads to from a day, by their indexes; -1 where it leads nowhere. */
function indexAfter({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent, at: number): number {
  const lastOfWeek = weekDays.length - 1;
  const weekAt = at - (at % weekDays.length);
  if (altKey || metaKey || shiftKey) return -1;
  switch (key) {
    case 'ArrowLeft':
      return at - 1;
    case 'ArrowRight':
      return at + 1;
    case 'ArrowUp':
      return at - weekDays.length;
    case 'ArrowDown':
      return at + weekDays.length;
    case 'Home':
      return ctrlKey ? 0 : weekAt;
    case 'End':
      return ctrlKey ? weeks.length * weekDays.length - 1 : weekAt + lastOfWeek;
    default:
      return -1;
  }
}

interface CellProps {
  day: Day;
  today: Day;
  /** Whether Tab comes to this day. */
  isActive: boolean;
  events: readonly DayEvents[];
  /** What of this day is listed. */
  open: OpenDay | undefined;
  listId: string;
  onActive: () => void;
  onOpen: (open: OpenDay) => void;
}

function DayCell({ day, today, isActive, events, open, listId, onActive, onOpen }: CellProps) {
  const { t } = useTranslation('home');
  const labelled = events.map((each) => ({ ...each, label: eventLabel(each, today, t) }));
  const name = [formatDay(day), day === today && t('calendar.today')].filter(Boolean).join(', ');
  const labels = labelled.map(({ label }) => label).join('; ') || t('calendar.nothing');
  const hasEvents = events.length > 0;
  return (
    <td
      tabIndex={isActive ? 0 : -1}
      aria-label={`${name}: ${labels}`}
      {...(hasEvents && { 'aria-expanded': open !== undefined, 'aria-controls': listId })}
      data-day={day}
      data-today={day === today || undefined}
      data-past={day < today || undefined}
      onFocus={onActive}
      onKeyDown={(event) => {
        const isOpening = event.key === 'Enter' || event.key === ' ';
        if (!isOpening || event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        if (hasEvents) onOpen({ day });
      }}
    >
      <time dateTime={day} title={formatDay(day)}>
        {day.slice(8)}
        {day.endsWith('-01') && `-${day.slice(5, 7)}`}
        {day === today && ` ${t('calendar.today')}`}
      </time>
      {labelled.map(({ kind, label, count, unpaidCount }) => {
        const Icon = eventIcons[kind];
        return (
          <button
            key={kind}
            type="button"
            tabIndex={-1}
            className={styles.event}
            aria-expanded={open !== undefined && (open.kind ?? kind) === kind}
            aria-controls={listId}
            aria-label={`${formatDay(day)}: ${label}`}
            title={label}
            data-late={isLate({ day, kind, unpaidCount }, today) || undefined}
            onClick={() => onOpen({ day, kind })}
          >
            <Icon size={13} aria-hidden />
            <span>{t(`calendar.${kind}`, { count })}</span>
          </button>
        );
      })}
    </td>
  );
}

/** Whether duties of the day fell due whose payment is not known. */
function isLate({ kind, day, unpaidCount }: Pick<DayEvents, 'kind' | 'day' | 'unpaidCount'>, today: Day) {
  return kind === 'due' && day <= today && unpaidCount > 0;
}

function eventLabel(event: DayEvents, today: Day, t: TFunction<'home'>): string {
  const { kind, count } = event;
  const label = t(`calendar.${kind}`, { count });
  return isLate(event, today) ? `${label}, ${t('calendar.late')}` : label;
}

/** Rows that are drawn until a person wants the others. */
const maxRows = 50;

/** The dispatches of a day with one kind of event; each opens, and all of them open as a list. */
function DayList({ events, onClose }: { events: DayEvents; onClose: () => void }) {
  const { t } = useTranslation('home');
  const { search } = useSearchText();
  const clients = useInvokeQuery('clients.list', undefined).data;
  const { day, kind, count, dispatches } = events;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? dispatches : dispatches.slice(0, maxRows);
  const title = `${formatDay(day)} · ${t(`calendar.${kind}`, { count })}`;
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
        <HeadRow
          names={(['dispatch', 'client', 'reference', 'state', 'fact'] as const).map((column) =>
            t(`calendar.${column}`),
          )}
        />
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
              <td>
                <ClientName rut={dispatch.rut} clients={clients} />
              </td>
              <td title={dispatch.reference}>{dispatch.reference}</td>
              <td>{stateText(dispatch.state)}</td>
              <td>{factOf(kind, dispatch, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {dispatches.length > maxRows && (
        <p className={styles.line}>
          {count > shown.length && t('calendar.notShown', { count: count - shown.length })}
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? t('calendar.fewer') : t('calendar.more', { count: dispatches.length })}
          </Button>
        </p>
      )}
    </div>
  );
}

function openAllLabel({ count, dispatches }: DayEvents, t: TFunction<'home'>): string {
  return count > dispatches.length
    ? t('calendar.openFirst', { count: dispatches.length, total: count })
    : t('calendar.openAll', { count });
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

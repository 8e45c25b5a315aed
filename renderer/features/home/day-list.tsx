import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { formatDay } from '../../../shared/model/dates.ts';
import type { DayDispatch, DayEventKind, DayEvents } from '../../../shared/model/home.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { formatCount } from '../../ui/format.ts';
import { clientName } from '../../ui/query-text.ts';
import { useSearchText } from '../../ui/search-box-text.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './day.module.css';

/** More rows than this are read in a list of their own. */
const maxRows = 50;

/** The dispatches of a day with one kind of event; each opens, and all of them open as a list. */
export function DayList({ events, onClose }: { events: DayEvents; onClose: () => void }) {
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

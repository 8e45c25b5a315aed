import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthLabel } from '../../../shared/lists/payment-table-texts.ts';
import { addMonths, type ClientMonthShown, missingOfMonth } from '../../../shared/model/client-month.ts';
import type { Client } from '../../../shared/model/connection.ts';
import { dayInSantiago, formatDay } from '../../../shared/model/dates.ts';
import { clientText } from '../../../shared/model/rut.ts';
import { useNotifySaved } from '../../components/data-grid/excel-menu.tsx';
import { FetchAllButton } from '../../components/document-actions/fetch-all-button.tsx';
import { MailText } from '../../components/document-actions/mail-notice.tsx';
import { HowTo } from '../../components/help/how-to.tsx';
import { invoke, useAppMutation, useChanged, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatAmount, formatCount } from '../../ui/format.ts';
import screen from '../../ui/screen.module.css';
import { usePartyLabel } from '../../ui/use-party-label.ts';
import styles from './month-dialog.module.css';

/** Missing documents that are shown: the files have them all. */
const maxMissing = 8;

interface Props {
  client: Client;
  onClose: () => void;
}

/** A client's month, as it is stored: saved as PDF or Excel, or opened as a mail with both. */
export function MonthDialog({ client, onClose }: Props) {
  const { t, i18n } = useTranslation('clients');
  const { t: deliveries } = useTranslation('deliveries');
  const current = dayInSantiago(Date.now()).slice(0, 7);
  const last = addMonths(current, -1);
  const [month, setMonth] = useState(last);
  const key = { rut: client.rut, month };
  const { data, error } = useInvokeQuery('dossier.month', key);
  const notifySaved = useNotifySaved();
  const save = useAppMutation(async (format: 'pdf' | 'xlsx') =>
    notifySaved(await invoke('dossier.saveMonth', { ...key, format })),
  );
  const mail = useAppMutation(() => invoke('dossier.mailMonth', key));
  const failure = error ?? save.error ?? mail.error;
  function show(next: string) {
    mail.reset();
    save.reset();
    setMonth(next);
  }
  return (
    <Dialog title={t('month.of', { client: clientText(client.rut, [client]) })} size="lg" onClose={onClose}>
      <div className={styles.month}>
        <div className={styles.choice}>
          <ActionIcon aria-label={t('month.before')} onClick={() => show(addMonths(month, -1))}>
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <b aria-live="polite">{monthLabel(month, i18n.language)}</b>
          <ActionIcon
            aria-label={t('month.after')}
            disabled={month >= current}
            onClick={() => show(addMonths(month, 1))}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
          {data && data.asOf !== '' && (
            <span className={screen.soft}>
              {t('month.asOf', { day: formatDay(dayInSantiago(Date.parse(data.asOf))) })}
            </span>
          )}
          <span className={screen.push} />
          <HowTo screen="month" />
        </div>
        {failure && <ErrorMessage error={failure} />}
        {mail.data && <MailText mail={mail.data} />}
        {data && <MonthFacts month={data} />}
        {data && <Rest key={month} month={data} startsItself={month === last} />}
        <DialogEnd>
          <Button
            variant="default"
            loading={save.isPending && save.variables === 'pdf'}
            onClick={() => save.mutate('pdf')}
          >
            {t('month.pdf')}
          </Button>
          <Button
            variant="default"
            loading={save.isPending && save.variables === 'xlsx'}
            onClick={() => save.mutate('xlsx')}
          >
            {t('month.excel')}
          </Button>
          <ActionButton
            variant="filled"
            data-autofocus
            icon={IconMail}
            loading={mail.isPending}
            onClick={() => mail.mutate()}
          >
            {deliveries('mail')}
          </ActionButton>
        </DialogEnd>
      </div>
    </Dialog>
  );
}

interface FactsProps {
  month: ClientMonthShown;
}

/** The sums of a month, and what is missing of it and from whom. */
function MonthFacts({ month }: FactsProps) {
  const { t } = useTranslation('clients');
  const nameOf = usePartyLabel();
  const { dispatches, missing, payments } = month;
  const known = missingOfMonth(month);
  const documents = dispatches.reduce((sum, one) => sum + one.documents, 0);
  const { sections } = payments;
  const further = missing.length - maxMissing;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('month.dispatches')}</dt>
        <dd>{formatCount(dispatches.length)}</dd>
        <dt>{t('month.documents')}</dt>
        <dd>{formatCount(documents)}</dd>
        <dt>{t('month.missing')}</dt>
        <dd>{known === undefined ? t('month.unknownMissing') : formatCount(known)}</dd>
        {sections.map(({ currency, totals: { amount, count } }) => (
          <div key={currency}>
            <dt>
              {currency
                ? t('month.disbursementsIn', { currency })
                : t(sections.length === 1 ? 'month.disbursements' : 'month.disbursementsNoCurrency')}
            </dt>
            <dd>
              {formatAmount(amount.known > 0 ? amount.sum : undefined)}
              <span className={screen.soft}>
                {` · ${t('month.counted', { count })}`}
                {amount.unknown > 0 && `, ${t('month.unknown', { count: amount.unknown })}`}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <ul className={styles.owed} aria-label={t('month.owed')}>
          {missing.slice(0, maxMissing).map(({ connectionId, number, type, responsible }) => (
            <li key={`${connectionId} ${number} ${type}`}>
              <b>{nameOf(responsible)}</b> {type} · {number}
            </li>
          ))}
          {further > 0 && <li className={screen.soft}>{t('month.more', { count: further })}</li>}
        </ul>
      )}
    </>
  );
}

interface RestProps extends FactsProps {
  /** Whether the rest is asked for at once, unless there are very many requests. */
  startsItself: boolean;
}

/** What has to be known about the month, and the request for what was never asked of it. */
function Rest({ month, startsItself }: RestProps) {
  const { t } = useTranslation('clients');
  const changed = useChanged();
  // While the requests run the rest shrinks; the button stays until they have ended.
  const [begun, setBegun] = useState<ClientMonthShown['toAsk']>();
  const toAsk = begun ?? month.toAsk;
  return (
    <div className={styles.notes}>
      <ul aria-live="polite">
        {month.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {begun && <li>{t('month.asking')}</li>}
      </ul>
      {toAsk.queries.length > 0 && (
        <FetchAllButton
          label={t('month.ask')}
          requests={toAsk.requests}
          startOn={startsItself ? 1 : undefined}
          queries={() => {
            setBegun(toAsk);
            return toAsk.queries;
          }}
          onEnd={() => {
            setBegun(undefined);
            void changed(['dossier.month']);
          }}
        />
      )}
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { sumAmounts } from '../../../shared/model/amounts.ts';
import type { ClientSum, HomeView } from '../../../shared/model/home.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ClientName } from '../../ui/client-name.tsx';
import { formatAmount, formatCount } from '../../ui/format.ts';
import { formatRoute } from '../../ui/route.ts';
import { HomeSection } from './home-section.tsx';
import styles from './today.module.css';

const maxClients = 8;

/** The month's disbursements as bars by client: a table, whose bars are decoration. */
export function MonthDisbursements({ home: { month, money } }: { home: HomeView }) {
  const { t, i18n } = useTranslation('home');
  if (month === '') {
    return (
      <HomeSection part="money" title={t('part.noMoney')}>
        <p className={styles.line}>{t('money.none')}</p>
      </HomeSection>
    );
  }
  const form = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const title = t('part.money', { month: form.format(new Date(`${month}-01T00:00:00Z`)) });
  const byCurrency = Map.groupBy(money, ({ currency }) => currency);
  const all = { view: 'payments', part: 'table' } as const;
  return (
    <HomeSection
      part="money"
      title={title}
      note={
        <a className={styles.note} href={formatRoute(all)}>
          {t('money.all')}
        </a>
      }
    >
      {[...byCurrency].map(([currency, own]) => (
        <CurrencyBars
          key={currency}
          month={month}
          currency={currency}
          name={currency || (byCurrency.size > 1 ? t('money.noCurrency') : '')}
          own={own}
          title={title}
        />
      ))}
    </HomeSection>
  );
}

interface BarsProps {
  month: string;
  currency: string;
  /** What the currency is called; `''` where there is none to name. */
  name: string;
  own: readonly ClientSum[];
  title: string;
}

function CurrencyBars({ month, currency, name, own, title }: BarsProps) {
  const { t } = useTranslation('home');
  const clients = useInvokeQuery('clients.list', undefined).data;
  const largest = Math.max(...own.map(({ sum }) => Math.abs(sum)));
  const totalOf = (part: 'count' | 'unknown') => own.reduce((sum, each) => sum + each[part], 0);
  const rest = own.length - maxClients;
  return (
    <table className={`${styles.rows} ${styles.money}`} aria-label={`${title} ${name}`.trim()}>
      <thead>
        <tr>
          <th scope="col">{t('money.client')}</th>
          <td />
          <th scope="col">{name === '' ? t('money.sum') : t('money.sumIn', { currency: name })}</th>
          <th scope="col">{t('money.payments')}</th>
        </tr>
      </thead>
      <tbody>
        {own.slice(0, maxClients).map(({ rut, sum, count, unknown }) => (
          <tr key={rut}>
            <th scope="row">
              <a
                href={formatRoute({
                  view: 'payments',
                  part: 'list',
                  group: { month, client: rut, currency },
                })}
              >
                <ClientName rut={rut} clients={clients} />
              </a>
            </th>
            <td aria-hidden>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  width={largest === 0 ? 0 : Math.max(0.5, (Math.abs(sum) / largest) * 100)}
                  height="10"
                  data-negative={sum < 0 || undefined}
                />
              </svg>
            </td>
            <SumCells sum={sum} count={count} unknown={unknown} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {name === '' ? t('money.total') : t('money.totalOf', { currency: name })}
            {rest > 0 && ` · ${t('money.more', { count: rest })}`}
          </th>
          <td />
          <SumCells
            sum={sumAmounts(own.map(({ sum }) => sum)).sum}
            count={totalOf('count')}
            unknown={totalOf('unknown')}
          />
        </tr>
      </tfoot>
    </table>
  );
}

/** A sum and its number of disbursements; where no amount is known, that number stands for the sum. */
function SumCells({ sum, count, unknown }: Pick<ClientSum, 'sum' | 'count' | 'unknown'>) {
  const { t } = useTranslation('home');
  const without = t('money.unknown', { count: unknown });
  return (
    <>
      <td>{unknown === count ? without : formatAmount(sum)}</td>
      <td>
        {formatCount(count)}
        {unknown > 0 && unknown < count && ` · ${without}`}
      </td>
    </>
  );
}

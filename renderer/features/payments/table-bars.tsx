import { useTranslation } from 'react-i18next';
import type { PaymentTableSection } from '../../../shared/model/payment-table.ts';
import { formatAmount, formatCount } from '../../ui/format.ts';
import styles from './payment-table.module.css';
import { shownSum } from './sum-rows.ts';
import { headingLabel, type TableShape } from './table-labels.ts';

interface Props {
  section: PaymentTableSection;
  shape: TableShape;
}

const maxBars = 12;

/** The largest rows as bars. The table beside them has every figure, also for screen readers. */
export function TableBars({ section, shape: { rows: dimension, measure } }: Props) {
  const { t, i18n } = useTranslation('payments');
  const bars = section.rows
    .flatMap((row) => {
      const value = shownSum(row.totals[measure]);
      return value === undefined || value === 0 ? [] : [{ row, value }];
    })
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value))
    .slice(0, maxBars);
  const largest = Math.abs(bars[0]?.value ?? 0);
  if (bars.length < 2) return null;
  const words = { measure: t(`column.${measure}`), rows: t(`table.dimension.${dimension}`) };
  return (
    <figure className={styles.bars} role="img" aria-label={t('table.barsMean', words)}>
      <figcaption>{t('table.bars', { ...words, shown: formatCount(bars.length) })}</figcaption>
      {bars.map(({ row, value }) => {
        const label = headingLabel(row, dimension, i18n.language, t);
        return (
          <div key={row.key} className={styles.bar} title={`${label}: ${formatAmount(value)}`}>
            <span>{label}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect
                width={Math.max(0.5, (Math.abs(value) / largest) * 100)}
                height="10"
                data-negative={value < 0 || undefined}
              />
            </svg>
          </div>
        );
      })}
    </figure>
  );
}

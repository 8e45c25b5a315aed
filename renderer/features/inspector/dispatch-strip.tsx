import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/model/json.ts';
import { dayText } from '../../ui/day-range-presets.ts';
import { missing } from '../../ui/format.ts';
import pane from '../../ui/pane.module.css';
import { type DispatchStep, dispatchSteps } from './dispatch-steps.ts';
import styles from './dispatch-strip.module.css';

/** The steps of a dispatch with their days, and how long each took since the one before. */
export function DispatchStrip({ object }: { object: JsonObject }) {
  const { t } = useTranslation('inspector');
  const steps = dispatchSteps(object);
  if (steps.every(({ day }) => day === undefined)) return null;
  return (
    <section className={pane.section}>
      <ol className={styles.strip} aria-label={t('steps.name')}>
        {steps.map((step) => (
          <Step key={step.name} {...step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ name, day, isEstimate, daysSince }: DispatchStep) {
  const { t } = useTranslation('inspector');
  const since = daysSince === 0 ? t('steps.sameDay') : daysSince && t('steps.days', { count: daysSince });
  return (
    <li data-known={day !== undefined && !isEstimate ? true : undefined}>
      <span>{t(`steps.${name}`)}</span>
      <b>{day === undefined ? missing : dayText(day)}</b>
      <span className={pane.soft}>{isEstimate ? t('steps.estimate') : since}</span>
    </li>
  );
}

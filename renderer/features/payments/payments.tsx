import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PartTabs } from '../../components/list-screen/part-tabs.tsx';
import { scopeOf } from '../../components/list-screen/scope.ts';
import { useAnswers } from '../../components/list-screen/use-answers.ts';
import { WithinFields } from '../../components/list-screen/within-fields.tsx';
import { goTo, type Place, paymentsParts, withinOf } from '../../ui/place.ts';
import screen from '../../ui/screen.module.css';
import { PaymentList } from './payment-list.tsx';
import type { PaymentChoice } from './payment-words.ts';
import { SumList } from './sum-list.tsx';

type PaymentsPlace = Extract<Place, { view: 'payments' }>;

/** What the agency paid, each payment with its paper or without, and the sums with what is unknown beside them. */
export default function PaymentsScreen({ place }: { place: PaymentsPlace }) {
  const { t } = useTranslation('payments');
  const [choice, setChoice] = useState<PaymentChoice>('all');
  const scope = scopeOf(place);
  const answers = useAnswers('carpeta.payments', { scope, ...(choice !== 'all' && { only: choice }) });
  const notAsked = answers.latest?.notAsked ?? 0;
  return (
    <div className={screen.screen}>
      <header className={screen.head}>
        <h1>{t('title')}</h1>
        <span className={screen.push} />
        <WithinFields
          within={withinOf(place)}
          onWithin={(within) => goTo({ view: 'payments', part: place.part, ...within })}
        />
      </header>
      <PartTabs
        label={t('parts')}
        parts={paymentsParts.map((part) => ({
          key: part,
          place: { ...place, part },
          name: t(`part.${part}`),
          isCurrent: part === place.part,
        }))}
      />
      {notAsked > 0 && <div className={screen.note}>{t('notAsked', { count: notAsked })}</div>}
      {place.part === 'list' ? (
        <PaymentList answers={answers} scope={scope} choice={choice} onChoice={setChoice} />
      ) : (
        <SumList key={place.part} sums={answers.latest?.sums} by={place.part} scope={scope} />
      )}
    </div>
  );
}

import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SupportedPayment } from '../../../shared/model/review.ts';
import carpeta from '../carpeta/carpeta.module.css';
import { useClientWords, useCommonColumns } from '../carpeta/common-columns.tsx';
import type { ListColumn } from '../carpeta/list-column.ts';
import { ListFrame } from '../carpeta/list-frame.tsx';
import type { AskedScope } from '../carpeta/scope.ts';
import type { Answers } from '../carpeta/use-answers.ts';
import { Amount, StateWord } from '../grid/cells.tsx';
import { asRut } from '../grid/rut-text.ts';
import { useInspecting } from '../inspector/subject.ts';
import { choiceWords, type PaymentChoice, paymentChoices, sumWords } from './payment-words.ts';
import { type SumName, sumNames } from './sum-rows.ts';
import { SupportMark } from './support-mark.tsx';
import { paperToShow, supportNames, supportStanding } from './support-words.ts';

interface Props {
  answers: Answers<'carpeta.payments'>;
  scope: AskedScope;
  choice: PaymentChoice;
  onChoice: (choice: PaymentChoice) => void;
}

function keyOf({ connectionId, dispatchNumber, id }: SupportedPayment): string {
  return JSON.stringify([connectionId, dispatchNumber, id]);
}

/** Every disbursement with the paper that supports it, or without. */
export function PaymentList({ answers: { windows, latest }, scope, choice, onChoice }: Props) {
  const { t } = useTranslation('payments');
  const columns = usePaymentColumns();
  const clientWords = useClientWords();
  const { inspect, preview } = useInspecting();
  const query = { scope, ...(choice !== 'all' && { only: choice }) };
  function look(payment: SupportedPayment) {
    const documentId = paperToShow(payment);
    const { connectionId, dispatchNumber: number, rut } = payment;
    inspect({ connectionId, number, rut, ...(documentId !== undefined && { documentId }) });
  }
  return (
    <ListFrame<SupportedPayment>
      name={t('part.list')}
      windows={windows}
      columns={columns}
      rowKey={keyOf}
      about={JSON.stringify(query)}
      onCursor={look}
      onOpen={look}
      onPreview={() => preview(true)}
      hint={latest ? sumWords(latest, t) : ''}
      empty={<div className={carpeta.empty}>{choice === 'all' ? t('nothing') : t('nothingFiltered')}</div>}
      tools={
        <SegmentedControl
          aria-label={t('choiceName')}
          data={paymentChoices.map((value) => ({ value, label: choiceWords(value, latest, t) }))}
          value={choice}
          onChange={(value) => onChoice(paymentChoices.find((one) => one === value) ?? 'all')}
        />
      }
      asSaved={(shown) => ({
        ...shown,
        list: 'payments',
        query,
        words: {
          ...clientWords,
          support: {
            supported: t('support.sure'),
            unsupported: t('support.unsupported'),
            'no-number': t('support.no-number'),
          },
        },
      })}
    />
  );
}

function usePaymentColumns(): readonly ListColumn<SupportedPayment>[] {
  const { t } = useTranslation('payments');
  const { t: of } = useTranslation('carpeta');
  const common = useCommonColumns();
  return useMemo(() => {
    const amount = (name: SumName): ListColumn<SupportedPayment> => ({
      ...{ id: name, title: t(`column.${name}`), width: 104, isShownAtFirst: true, align: 'end' },
      cell: ({ [name]: value }) =>
        value === undefined ? { kind: 'text', text: '' } : { kind: 'number', value },
      node: ({ [name]: value }) => <Amount value={value} />,
    });
    return [
      common.text<SupportedPayment>('dispatchNumber', of('column.number'), 84, (row) => row.dispatchNumber),
      common.day<SupportedPayment>('date', t('column.date'), ({ date }) => date),
      common.text<SupportedPayment>(
        'analysisName',
        t('column.analysisName'),
        150,
        (row) => row.analysisName,
        260,
      ),
      amount('amount'),
      {
        ...common.text<SupportedPayment>(
          'support',
          t('column.support'),
          270,
          (row) => supportNames(row) || t(`support.${supportStanding(row.support)}`),
          360,
        ),
        node: (row) => <SupportMark payment={row} />,
        saved: [
          { column: 'support', title: t('column.support') },
          { column: 'papers', title: t('column.papers') },
        ],
      },
      {
        ...common.text<SupportedPayment>('state', t('column.state'), 110, ({ state }) => state),
        node: ({ state }) => <StateWord state={state} />,
      },
      common.text<SupportedPayment>(
        'documentNumber',
        t('column.documentNumber'),
        100,
        (row) => row.documentNumber,
      ),
      common.text<SupportedPayment>(
        'providerName',
        t('column.providerName'),
        190,
        (row) => row.providerName,
        340,
      ),
      common.text<SupportedPayment>('providerId', t('column.providerId'), 110, (row) =>
        asRut(row.providerId),
      ),
      ...sumNames.filter((name) => name !== 'amount').map(amount),
      common.client<SupportedPayment>(),
    ];
  }, [common, t, of]);
}

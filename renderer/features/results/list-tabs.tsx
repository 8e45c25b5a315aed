import { keepPreviousData } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListName, lists } from '../../../shared/model/lists.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { formatCount } from '../../ui/format.ts';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { TabName } from '../../ui/tab-name.tsx';
import styles from '../../ui/tabs.module.css';
import { totalOf } from './prefetch-result.ts';

interface Props {
  resultSetId: string;
  current: ListName;
  /** Every request has a response: what is absent does not exist. */
  isComplete: boolean;
  /** The disbursements of every dispatch were requested too. */
  hasDisbursements: boolean;
  /** Must be stable between renders. */
  onList: (list: ListName) => void;
}

/** The three lists of a result, each with its count once known. */
export const ListTabs = memo(({ resultSetId, current, isComplete, hasDisbursements, onList }: Props) => {
  const { t } = useTranslation('results');
  const keyText = useKeyText();
  useCommand('dispatches', () => onList('dispatches'));
  useCommand('documents', () => onList('documents'));
  useCommand('disbursements', () => onList('disbursements'));
  return (
    <div className={styles.tabs} role="tablist" aria-label={t('lists')}>
      {lists.map((list) => (
        <button
          key={list}
          type="button"
          role="tab"
          id={`tab-${list}`}
          aria-selected={list === current}
          aria-controls="result-list"
          tabIndex={list === current ? 0 : -1}
          title={keyText(list)}
          className={styles.tab}
          onClick={() => onList(list)}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
            const next = lists[lists.indexOf(list) + by];
            if (by === 0 || next === undefined) return;
            onList(next);
            document.getElementById(`tab-${next}`)?.focus();
          }}
        >
          <TabName
            name={t(`list.${list}`)}
            count={
              <Total
                resultSetId={resultSetId}
                list={list}
                isKnown={isComplete && (list !== 'disbursements' || hasDisbursements)}
              />
            }
          />
        </button>
      ))}
    </div>
  );
});

interface TotalProps {
  resultSetId: string;
  list: ListName;
  /** Whether zero means that there are none. */
  isKnown: boolean;
}

function Total({ resultSetId, list, isKnown }: TotalProps) {
  const { data } = useInvokeQuery('rows.page', totalOf(resultSetId, list), {
    placeholderData: keepPreviousData,
  });
  const { total } = data ?? {};
  return total === undefined || (total === 0 && !isKnown) ? '' : formatCount(total);
}

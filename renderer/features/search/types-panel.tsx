import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TypeList } from '../../../shared/model/document.ts';
import type { TypeChoice } from '../../../shared/model/search-query.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import styles from './search.module.css';
import { typeNames } from './type-names.ts';

interface Props {
  connectionIds: readonly string[];
  types: TypeChoice;
  onTypes: (types: TypeChoice) => void;
  complete: boolean;
  onComplete: (complete: boolean) => void;
  onReady: () => void;
}

/** All types, those of one operation, or some by name. */
export default function TypesPanel({ connectionIds, types, onTypes, complete, onComplete, onReady }: Props) {
  const { t } = useTranslation('search');
  return (
    <div className={styles.panel}>
      <SegmentedControl
        fullWidth
        aria-label={t('operation')}
        value={types.kind === 'all' ? types.operation : 'some'}
        onChange={(operation) =>
          onTypes({ kind: 'all', operation: operation === 'some' ? 'both' : operation })
        }
        data={(['both', 'impo', 'expo'] as const).map((value) => ({
          value,
          label: t(`operationOf.${value}`),
        }))}
      />
      <TypeNames connectionIds={connectionIds} types={types} onTypes={onTypes} />
      <Switch
        label={t('complete')}
        description={t('completeMeans')}
        checked={complete}
        onChange={(event) => onComplete(event.currentTarget.checked)}
      />
      <Button onClick={onReady}>{t('ready')}</Button>
    </div>
  );
}

function TypeNames({ connectionIds, types, onTypes }: Pick<Props, 'connectionIds' | 'types' | 'onTypes'>) {
  const { t } = useTranslation('search');
  const [filter, setFilter] = useState('');
  const { types: catalogues, incompleteReason } = useTypes(connectionIds);
  const selected = types.kind === 'some' ? types.names : [];
  const names = typeNames(catalogues, selected, filter);
  const typed = filter.trim();
  const choose = (next: readonly string[]) =>
    onTypes(next.length === 0 ? { kind: 'all', operation: 'both' } : { kind: 'some', names: [...next] });
  return (
    <>
      <TextInput
        aria-label={t('filterTypes')}
        placeholder={t('filterTypes')}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {incompleteReason && <ErrorMessage error={incompleteReason} />}
      <div className={styles.types}>
        {names.map((name) => (
          <CheckField
            key={name}
            label={name}
            checked={selected.includes(name)}
            onCheck={(isChecked) =>
              choose(isChecked ? [...selected, name] : selected.filter((each) => each !== name))
            }
          />
        ))}
        {typed !== '' && !names.includes(typed) && (
          <Button variant="subtle" size="compact-xs" onClick={() => choose([...selected, typed])}>
            {t('addType', { name: typed })}
          </Button>
        )}
      </div>
    </>
  );
}

/**
 * The document types of several agencies in sequence, as far as loaded; with the first reason why they may be
 * incomplete.
 */
function useTypes(connectionIds: readonly string[]): TypeList {
  return useQueries({
    queries: connectionIds.map((connectionId) => ({
      queryKey: ['types.list', { connectionId }],
      queryFn: () => invoke('types.list', { connectionId }),
      staleTime: 60_000,
    })),
    combine: (results) => {
      const lists = results.flatMap(({ data }): TypeList[] => (data ? [data] : []));
      const incompleteReason = lists.find((list) => list.incompleteReason)?.incompleteReason;
      return { types: lists.flatMap(({ types }) => types), ...(incompleteReason && { incompleteReason }) };
    },
  });
}

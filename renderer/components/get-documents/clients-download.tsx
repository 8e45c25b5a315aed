import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../shared/model/dates.ts';
import type { Question } from '../../../shared/model/question.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { useCall } from '../../ipc/bridge.ts';
import { useConnectionName } from '../../ui/connection-name.ts';
import { formatCount } from '../../ui/format.ts';
import { AskedState } from './asked-state.tsx';
import { DownloadForm, type FormProps } from './download-form.tsx';
import styles from './get-documents.module.css';
import { PeriodField } from './period-field.tsx';
import { useAskedFirst } from './use-asked-first.ts';

interface Props extends Pick<FormProps, 'wanted' | 'onClose'> {
  ruts: readonly Rut[];
}

/** The documents of clients in a period: the agency is asked for them, and what it has is fetched. */
export function ClientsDownload({ wanted, ruts, onClose }: Props) {
  const { t } = useTranslation('downloads');
  const [withInactive, setInactive] = useState(false);
  const connections = useCall('connections.list', undefined).data ?? [];
  const nameOf = useConnectionName();
  // What was asked last is what a person has in mind.
  const latest = useCall('search.recent', undefined).data?.[0]?.question;
  const [chosenRange, setRange] = useState<Range>();
  const [chosenAgency, setAgency] = useState<string>();
  const range = chosenRange ?? (latest?.kind === 'range' ? latest.range : lastMonth);
  const ofLatest = latest?.connectionIds.find((id) => connections.some((one) => one.id === id));
  const connectionId = chosenAgency ?? ofLatest ?? connections[0]?.id;
  const question: Question = {
    ...{ kind: 'range', connectionIds: connectionId === undefined ? [] : [connectionId], ruts: [...ruts] },
    ...{ range, types: { kind: 'all', operation: 'both' }, complete: false },
  };
  const weight = useCall('search.weigh', question, { enabled: connectionId !== undefined }).data;
  const asked = useAskedFirst([question]);
  async function select() {
    const answered = await asked.answer([question]);
    if (answered === 'not-yet') return answered;
    const [resultSetId] = answered;
    return resultSetId === undefined
      ? undefined
      : { kind: 'all' as const, resultSetId, filter: '', except: [] };
  }
  return (
    <DownloadForm
      wanted={wanted}
      select={select}
      withInactive={withInactive}
      onInactive={setInactive}
      onClose={onClose}
    >
      <div className={styles.period}>
        <PeriodField range={range} onRange={setRange} />
        {connections.length > 1 && (
          <Select
            label={t('agency')}
            allowDeselect={false}
            data={connections.map((one) => ({ value: one.id, label: nameOf(one) }))}
            value={connectionId ?? null}
            onChange={(id) => setAgency(id ?? undefined)}
          />
        )}
      </div>
      <AskedState
        asked={asked}
        button={t('start')}
        before={weight && t('askedFirst', { count: weight.requests, shown: formatCount(weight.requests) })}
      />
    </DownloadForm>
  );
}

const lastMonth: Range = { kind: 'last-month' };

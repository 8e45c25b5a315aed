import { Button, Menu, Select } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupExpectations } from '../../../shared/model/dossier.ts';
import { useSortedPages } from '../../components/data-grid/use-fixed-pages.ts';
import { useClientLabels, useTitledColumns } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListNote } from '../../components/list-screen/list-note.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { scopeOf } from '../../components/list-screen/scope.ts';
import type { SelectedRows } from '../../components/list-screen/selected-rows.ts';
import { exportList } from '../../components/list-screen/use-list-actions.ts';
import {
  invoke,
  useAppMutation,
  useChanged,
  useInvokeMutation,
  useInvokeQuery,
} from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { Route } from '../../ui/route.ts';
import { SearchFirst } from '../../ui/search-first.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import {
  byGroup,
  type ExpectedRow,
  expectedKey,
  expectedRows,
  groupKeyOf,
  groupLabels,
} from './expected-rows.ts';
import { expectationReason } from './reason-labels.ts';

type MissingRoute = Extract<Route, { view: 'missing' }>;
type Decision = 'expect' | 'not' | 'learned';

const nothing: ReturnType<typeof expectedRows> = { rows: [], groups: [] };

/** The expected documents of each kind of dispatch, with the reason, to be confirmed or changed. */
export function ExpectedList({ route }: { route: MissingRoute }) {
  const { t } = useTranslation('missing');
  const query = { scope: scopeOf(route) };
  const { data, error } = useInvokeQuery('dossier.expectations', query);
  const clients = useInvokeQuery('clients.list', undefined).data;
  const { rows, groups } = useMemo(
    () => (data ? expectedRows(data, clients, t) : nothing),
    [data, clients, t],
  );
  const columns = useExpectedColumns();
  const { pages, sorting } = useSortedPages('expected', rows, columns, groups);
  const clientLabels = useClientLabels();
  const [isAdding, setAdding] = useState(false);
  const changed = useChanged();
  const { decide, error: decideError } = useDecide();
  const shownError = error ?? decideError;
  return (
    <>
      {shownError && <ErrorMessage error={shownError} />}
      <ListScreen
        list="expectations"
        name={t('part.expected')}
        pages={pages}
        sorting={sorting}
        columns={columns}
        rowKey={expectedKey}
        hint={t('chooseTypes')}
        tools={<ListNote>{t('expectedMeans')}</ListNote>}
        empty={<SearchFirst>{t('nothingLearned')}</SearchFirst>}
        bar={(selected) => (
          <>
            <Button variant="subtle" disabled={!data || data.length === 0} onClick={() => setAdding(true)}>
              {t('expectOther')}
            </Button>
            <DecisionButtons
              isDisabled={selected.count === 0}
              onDecide={(decision) => decide(selected, decision)}
            />
          </>
        )}
        menu={(_row, selected) => (
          <>
            <Menu.Item onClick={() => decide(selected, 'expect')}>{t('expect')}</Menu.Item>
            <Menu.Item onClick={() => decide(selected, 'not')}>{t('doNotExpect')}</Menu.Item>
            <Menu.Item onClick={() => decide(selected, 'learned')}>{t('useLearned')}</Menu.Item>
          </>
        )}
        save={exportList('expectations', query, {
          ...clientLabels,
          isExpected: { true: t('isExpected.true'), false: t('isExpected.false') },
          basis: { learned: t('basis.learned'), decided: t('basis.decided') },
        })}
      />
      {isAdding && data && (
        <ExpectedTypeDialog
          groups={data}
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            void changed(callsOfDecisions);
          }}
        />
      )}
    </>
  );
}

interface DecisionButtonsProps {
  isDisabled: boolean;
  onDecide: (decision: Decision) => void;
}

function DecisionButtons({ isDisabled, onDecide }: DecisionButtonsProps) {
  const { t } = useTranslation('missing');
  return (
    <>
      <Button variant="default" disabled={isDisabled} onClick={() => onDecide('learned')}>
        {t('useLearned')}
      </Button>
      <Button variant="default" disabled={isDisabled} onClick={() => onDecide('not')}>
        {t('doNotExpect')}
      </Button>
      <Button variant="default" disabled={isDisabled} onClick={() => onDecide('expect')}>
        {t('expect')}
      </Button>
    </>
  );
}

/** The calls whose results follow from what a group's dispatches are expected to have. */
const callsOfDecisions = ['dossier.expectations', 'dossier.gaps', 'dossier.matrix'] as const;

/** Decides for the selected types whether they are expected, or leaves that to what was learned. */
function useDecide() {
  const { mutate, error } = useAppMutation(
    async ({ selected, decision }: { selected: readonly ExpectedRow[]; decision: Decision }) => {
      for (const { group, types } of byGroup(selected)) {
        if (decision === 'learned') await invoke('dossier.resetExpectations', { group, types });
        else {
          const isExpected = decision === 'expect';
          await invoke('dossier.setExpectations', {
            group,
            types: types.map((type) => ({ type, isExpected })),
          });
        }
      }
    },
    callsOfDecisions,
  );
  return {
    decide: (selected: SelectedRows<ExpectedRow>, decision: Decision) =>
      selected.with((read) => mutate({ selected: read, decision })),
    error,
  };
}

function useExpectedColumns(): readonly ListColumn<ExpectedRow>[] {
  const { t } = useTranslation('missing');
  const { t: of } = useTranslation('dossier');
  const { text, saved } = useTitledColumns<ExpectedRow, 'missing'>('missing');
  return useMemo(
    () => [
      {
        ...text('type', 290, ({ type }) => type, 340),
        saved: [{ column: 'rut', title: of('column.client') }, ...saved('tramite', 'via', 'type')],
      },
      {
        ...text('isExpected', 140, ({ isExpected }) => t(`isExpected.${isExpected}`)),
        node: ({ isExpected }) => (
          <StatusLabel style={isExpected ? [IconCheck] : [IconMinus, 'soft']}>
            {t(`isExpected.${isExpected}`)}
          </StatusLabel>
        ),
      },
      {
        ...text('reason', 294, (row) => expectationReason(row, t), 700),
        isUnsorted: true,
        saved: saved('basis', 'seen', 'of', 'decidedAt'),
      },
    ],
    [t, of, text, saved],
  );
}

interface Props {
  groups: readonly GroupExpectations[];
  onDone: () => void;
  onClose: () => void;
}

/** Adds an expected type from the catalogue to a group, even one that none of its dispatches ever had. */
function ExpectedTypeDialog({ groups, onDone, onClose }: Props) {
  const { t } = useTranslation('missing');
  const clients = useInvokeQuery('clients.list', undefined).data;
  const labels = groupLabels(groups, clients, t);
  const [key, setKey] = useState<string | null>(
    groups.length === 1 && groups[0] ? groupKeyOf(groups[0].group) : null,
  );
  const [type, setType] = useState<string | null>(null);
  const group = groups.find((one) => groupKeyOf(one.group) === key)?.group;
  const types = useInvokeQuery(
    'types.list',
    { connectionId: group?.connectionId ?? '' },
    { enabled: group !== undefined },
  );
  const decide = useInvokeMutation('dossier.setExpectations');
  const error = types.error ?? types.data?.incompleteReason ?? decide.error;
  function submit() {
    if (group && type) decide.mutate({ group, types: [{ type, isExpected: true }] }, { onSuccess: onDone });
  }
  return (
    <FormDialog
      title={t('expectOtherTitle')}
      size="lg"
      label={t('expect')}
      isDisabled={!group || !type}
      isBusy={decide.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t('group')}
        searchable
        data-autofocus
        data={[...labels].map(([value, label]) => ({ value, label }))}
        value={key}
        onChange={setKey}
      />
      <Select
        label={t('column.type')}
        description={t('typeMeans')}
        searchable
        disabled={group === undefined}
        data={[...new Set((types.data?.types ?? []).map(({ name }) => name))]}
        value={type}
        onChange={setType}
      />
    </FormDialog>
  );
}

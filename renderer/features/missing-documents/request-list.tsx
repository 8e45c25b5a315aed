import { Button, Menu, SegmentedControl } from '@mantine/core';
import { IconCheck, IconClock, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentRequest } from '../../../shared/model/dossier.ts';
import { deliveryOfDispatches } from '../../components/document-actions/delivery-selection.ts';
import { downloadOfDispatches } from '../../components/document-actions/download-selection.ts';
import {
  useClientLabels,
  useCommonColumns,
  useTitledColumns,
} from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { scopeOf } from '../../components/list-screen/scope.ts';
import type { SelectedRows } from '../../components/list-screen/selected-rows.ts';
import { isOneOf, useChoice } from '../../components/list-screen/use-choice.ts';
import { exportList } from '../../components/list-screen/use-list-actions.ts';
import { usePagedList } from '../../components/list-screen/use-paged-list.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { dispatchOf, useInspecting } from '../../ui/inspected-subject.ts';
import { navigate, nobody, type Route, withoutChoices } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { StatusLabel } from '../../ui/status-label.tsx';
import { requestLabel } from './reason-labels.ts';
import { ChangeRequestDialog } from './request-dialog.tsx';

type MissingRoute = Extract<Route, { view: 'missing' }>;

const states = ['open', 'arrived', 'all'] as const;
type RequestState = (typeof states)[number];
const isState = isOneOf(states);
const isParty = (value: string): value is string => value !== '';

/** The requests, their recipients, and what has arrived since. */
export function RequestList({ route }: { route: MissingRoute }) {
  const { t } = useTranslation('missing');
  const [state = 'open', setState] = useChoice(route, 'requestState', isState);
  const [party, setParty] = useChoice(route, 'askedOf', isParty);
  const askedOf = party === nobody ? '' : party;
  const [changing, setChanging] = useState<DocumentRequest>();
  const [removing, setRemoving] = useState<readonly DocumentRequest[]>();
  const { connectionIds, ruts } = scopeOf(route);
  const query = {
    state,
    ...(askedOf !== undefined && { askedOf }),
    ...(connectionIds && { connectionIds }),
    ...(ruts && { ruts }),
  };
  const { shown } = usePagedList('dossier.chases', query);
  const remove = useInvokeMutation('dossier.removeRequests', ['dossier.gaps', 'dossier.chases']);
  const columns = useRequestColumns();
  const clientLabels = useClientLabels();
  const { inspect } = useInspecting();
  const inspectRow = (row: DocumentRequest) => {
    const documentId = row.arrived?.documentId;
    inspect({ ...dispatchOf(row), ...(documentId && { documentId }) });
  };
  return (
    <>
      {remove.error && <ErrorMessage error={remove.error} />}
      <ListScreen
        list="chases"
        name={t('part.asked')}
        {...shown}
        columns={columns}
        rowKey={({ id }) => id}
        onCursor={inspectRow}
        onOpen={setChanging}
        hint={t('chooseChases')}
        empty={
          <div className={screen.empty}>
            <p>{state === 'arrived' ? t('nothingArrived') : t('nothingAsked')}</p>
            <Button variant="default" onClick={() => navigate({ ...withoutChoices(route), part: 'gaps' })}>
              {t('seeGaps')}
            </Button>
          </div>
        }
        tools={
          <RequestFilters
            state={state}
            onState={setState}
            askedOf={askedOf}
            onAnybody={() => setParty(undefined)}
          />
        }
        bar={(selected) => (
          <RequestActions selected={selected} onChange={setChanging} onRemove={setRemoving} />
        )}
        menu={(row, selected) => (
          <>
            <Menu.Item onClick={() => setChanging(row)}>{t('changeChase')}</Menu.Item>
            <Menu.Item onClick={() => selected.with(setRemoving)}>{t('removeChases')}</Menu.Item>
          </>
        )}
        documents={downloadOfDispatches}
        toDeliver={deliveryOfDispatches}
        save={exportList('chases', query, clientLabels)}
      />
      {changing && <ChangeRequestDialog request={changing} onClose={() => setChanging(undefined)} />}
      {removing && (
        <ConfirmDialog
          title={t('removeTitle', { count: removing.length })}
          text={t('removeMeans')}
          label={t('removeIt')}
          onClose={() => setRemoving(undefined)}
          onConfirm={() => remove.mutate({ ids: removing.map(({ id }) => id) })}
        />
      )}
    </>
  );
}

interface RequestFiltersProps {
  state: RequestState;
  onState: (state: RequestState | undefined) => void;
  /** Of whom the requests are; `''` for nobody. */
  askedOf: string | undefined;
  onAnybody: () => void;
}

/** Which requests the list has. */
function RequestFilters({ state, onState, askedOf, onAnybody }: RequestFiltersProps) {
  const { t } = useTranslation('missing');
  return (
    <>
      <SegmentedControl
        aria-label={t('stateName')}
        data={states.map((value) => ({ value, label: t(`state.${value}`) }))}
        value={state}
        onChange={(value) => onState(value === 'open' ? undefined : value)}
      />
      {askedOf !== undefined && (
        <Button
          variant="default"
          rightSection={<IconX size={14} aria-hidden />}
          title={t('askedOfAnybody')}
          onClick={onAnybody}
        >
          {askedOf === '' ? t('askedOfNobody') : t('askedOfOnly', { who: askedOf })}
        </Button>
      )}
    </>
  );
}

interface RequestActionsProps {
  selected: SelectedRows<DocumentRequest>;
  onChange: (request: DocumentRequest | undefined) => void;
  onRemove: (requests: readonly DocumentRequest[]) => void;
}

/** The actions on selected requests: removing them, and changing a single one. */
function RequestActions({ selected, onChange, onRemove }: RequestActionsProps) {
  const { t } = useTranslation('missing');
  return (
    <>
      <ActionButton disabled={selected.count === 0} icon={IconTrash} onClick={() => selected.with(onRemove)}>
        {t('removeChases')}
      </ActionButton>
      <ActionButton
        disabled={selected.count !== 1}
        icon={IconPencil}
        onClick={() => selected.with(([only]) => onChange(only))}
      >
        {t('changeChase')}
      </ActionButton>
    </>
  );
}

function useRequestColumns(): readonly ListColumn<DocumentRequest>[] {
  const { t } = useTranslation('missing');
  const { text, saved } = useTitledColumns<DocumentRequest, 'missing'>('missing');
  const common = useCommonColumns();
  return useMemo(
    () => [
      {
        ...text('state', 168, (request) => requestLabel({ ...request, askedOf: '' }, t), 300),
        node: (request) => (
          <StatusLabel style={request.arrived ? [IconCheck, 'good'] : [IconClock]}>
            {requestLabel({ ...request, askedOf: '' }, t)}
          </StatusLabel>
        ),
        saved: saved('askedOn', 'arrivedOn'),
      },
      common.number<DocumentRequest>(),
      text('type', 200, ({ type }) => type, 300),
      text('askedOf', 110, ({ askedOf }) => askedOf, 220),
      text('note', 110, ({ note }) => note, 300),
      common.client<DocumentRequest>(),
    ],
    [common, t, text, saved],
  );
}

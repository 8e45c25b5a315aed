import { Button, Menu } from '@mantine/core';
import { IconClock, IconMail, IconPencil } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { CallOutput } from '../../../shared/contract.ts';
import type { MissingDocument, MissingDocuments } from '../../../shared/model/dossier.ts';
import { isOwnRole } from '../../../shared/model/user-role.ts';
import type { TextFilter } from '../../../shared/model/value-schemas.ts';
import { Missing } from '../../components/data-grid/cells.tsx';
import { deliveryOfDispatches } from '../../components/document-actions/delivery-selection.ts';
import { downloadOfDispatches } from '../../components/document-actions/download-selection.ts';
import { FetchAllButton, requestsOfDispatch } from '../../components/document-actions/fetch-all-button.tsx';
import {
  useClientLabels,
  useCommonColumns,
  useTitledColumns,
} from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import type { SelectedRows } from '../../components/list-screen/selected-rows.ts';
import { exportList } from '../../components/list-screen/use-list-actions.ts';
import { usePagedList } from '../../components/list-screen/use-paged-list.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { dispatchOf, useInspecting } from '../../ui/inspected-subject.ts';
import { navigate, type Route, withoutChoices } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { usePartyLabel } from '../../ui/use-party-label.ts';
import { useUserRole } from '../../ui/use-user-role.ts';
import { MessagesDialog } from './messages-dialog.tsx';
import { type MissingFilter, MissingFilters, useMissingFilter } from './missing-filters.tsx';
import { countMissing, missingGroups } from './missing-groups.ts';
import { MissingKind } from './missing-kind.tsx';
import { missingReason, requestLabel } from './reason-labels.ts';
import { RequestDialog } from './request-dialog.tsx';

type MissingRoute = Extract<Route, { view: 'missing' }>;
type Result = CallOutput<'dossier.gaps'>;
type OpenDialog =
  | { kind: 'ask'; missingDocuments: readonly MissingDocument[] }
  | { kind: 'messages'; missingDocuments: readonly MissingDocument[] | undefined };
/** Opens a dialog about the selected documents. */
type Begin = (kind: OpenDialog['kind'], selected: SelectedRows<MissingDocument>) => void;

function missingKey({ connectionId, number, type }: MissingDocument): string {
  return compositeKey(connectionId, number, type);
}

/** Every missing document, grouped by who owes it. */
export function MissingList({
  route,
  filter: text,
}: {
  route: MissingRoute;
  filter: TextFilter | undefined;
}) {
  const { t } = useTranslation('missing');
  const filter = useMissingFilter(route, text);
  const { query } = filter;
  const nameOf = usePartyLabel();
  const { shown, latest } = usePagedList('dossier.gaps', query, (result) =>
    missingGroups(result, filter.requested, filter.responsible, nameOf),
  );
  const known = missingKnownLabel(latest, t);
  const columns = useMissingColumns();
  const exportTranslations = useExportTranslations(latest);
  const { inspect } = useInspecting();
  const [dialog, setDialog] = useState<OpenDialog>();
  const begin: Begin = (kind, selected) => {
    if (kind === 'messages' && selected.count === 0) setDialog({ kind, missingDocuments: undefined });
    else selected.with((missingDocuments) => setDialog({ kind, missingDocuments }));
  };
  const close = () => setDialog(undefined);

  return (
    <>
      {latest && latest.dispatches > 0 && (
        <KnownDispatchesNote
          route={route}
          known={known}
          partial={latest.partial}
          dispatches={filter.dispatches}
        />
      )}
      <ListScreen
        list="gaps"
        name={t('part.gaps')}
        {...shown}
        columns={columns}
        rowKey={missingKey}
        note={known}
        onCursor={(row) => inspect(dispatchOf(row))}
        hint={t('chooseGaps')}
        empty={<Nothing route={route} isNarrowed={filter.isNarrowed} />}
        tools={<MissingFilters filter={filter} result={latest} nameOf={nameOf} />}
        bar={(selected) => <RequestButtons selected={selected} result={latest} onBegin={begin} />}
        menu={(_row, selected) => (
          <>
            <Menu.Item onClick={() => begin('ask', selected)}>{t('note')}</Menu.Item>
            <Menu.Item onClick={() => begin('messages', selected)}>{t('messages')}</Menu.Item>
          </>
        )}
        documents={downloadOfDispatches}
        toDeliver={deliveryOfDispatches}
        save={exportList('gaps', query, exportTranslations)}
      />
      {dialog?.kind === 'ask' && <RequestDialog missingDocuments={dialog.missingDocuments} onClose={close} />}
      {dialog?.kind === 'messages' && (
        <MessagesDialog query={query} missingDocuments={dialog.missingDocuments} onClose={close} />
      )}
    </>
  );
}

interface KnownDispatchesNoteProps extends Pick<MissingFilter, 'dispatches'> {
  route: MissingRoute;
  /** The number of dispatches whose missing documents are known, as text. */
  known: string;
  /** The number of dispatches that are stored in part. */
  partial: number;
}

/** Of how many dispatches the missing documents are known, and the way to know the others'. */
function KnownDispatchesNote({ route, known, partial, dispatches }: KnownDispatchesNoteProps) {
  const { t } = useTranslation('missing');
  const { t: of } = useTranslation('dossier');
  return (
    <div className={screen.note} role="status">
      {known}
      {partial > 0 && (
        <>
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => navigate({ ...withoutChoices(route), part: 'matrix' })}
          >
            {t('seeThem')}
          </Button>
          <FetchAllButton
            label={of('known.askComplete', { count: partial })}
            requests={partial * requestsOfDispatch}
            isSmall
            dispatches={() => invoke('dossier.incomplete', dispatches)}
          />
        </>
      )}
    </div>
  );
}

interface RequestButtonsProps {
  selected: SelectedRows<MissingDocument>;
  result: Result | undefined;
  onBegin: Begin;
}

/** Records that selected documents were requested, or writes the messages: of all if none is selected. */
function RequestButtons({ selected, result, onBegin }: RequestButtonsProps) {
  const { t } = useTranslation('missing');
  const { missingCount } = countMissing(result ?? { byResponsible: [] });
  return (
    <>
      <ActionButton
        icon={IconPencil}
        disabled={selected.count === 0}
        onClick={() => onBegin('ask', selected)}
      >
        {t('note')}
      </ActionButton>
      <ActionButton
        variant="filled"
        icon={IconMail}
        disabled={missingCount === 0}
        onClick={() => onBegin('messages', selected)}
      >
        {t('messages')}
      </ActionButton>
    </>
  );
}

interface NothingProps {
  route: MissingRoute;
  /** Whether a filter hides some. */
  isNarrowed: boolean;
}

function Nothing({ route, isNarrowed }: NothingProps) {
  const { t } = useTranslation('missing');
  if (isNarrowed) return t('nothingFiltered');
  return (
    <div className={screen.empty}>
      <p>{t('nothing')}</p>
      <Button variant="default" onClick={() => navigate({ ...route, part: 'expected' })}>
        {t('seeExpected')}
      </Button>
    </div>
  );
}

/** The translations of values in a saved file of this list. */
function useExportTranslations(result: Result | undefined) {
  const { t } = useTranslation('missing');
  const clientLabels = useClientLabels();
  const nameOf = usePartyLabel();
  const userRole = useUserRole();
  const own = (result?.byResponsible ?? []).filter((one) => isOwnRole(one.responsible, userRole));
  return {
    ...clientLabels,
    responsible: Object.fromEntries(own.map(({ responsible }) => [responsible, nameOf(responsible)])),
    kind: { missing: t('kind.missing'), 'no-file': t('kind.no-file') },
    basis: {
      learned: t('basis.learned'),
      decided: t('basis.decided'),
      registered: t('basis.registered'),
    },
  };
}

/** The number of dispatches whose missing documents are known, as text; `''` if there is none. */
function missingKnownLabel(
  result: Pick<MissingDocuments, 'dispatches' | 'partial'> | undefined,
  t: TFunction<'missing'>,
): string {
  if (!result || result.dispatches === 0) return '';
  const { dispatches: count, partial } = result;
  return t(partial > 0 ? 'knownSome' : 'knownAll', { count, known: count - partial });
}

/** The columns of the list of missing documents, with translated titles. */
function useMissingColumns(): readonly ListColumn<MissingDocument>[] {
  const { t } = useTranslation('missing');
  const { t: of } = useTranslation('dossier');
  const { text, saved } = useTitledColumns<MissingDocument, 'missing'>('missing');
  const common = useCommonColumns();
  return useMemo(
    () => [
      {
        ...common.number<MissingDocument>(),
        width: 88,
        node: ({ number, isOver }) => (
          <span className={screen.mark}>
            {number}
            {!isOver && <UnderWay />}
          </span>
        ),
        saved: [{ column: 'number', title: of('column.number') }, ...saved('isOver')],
      },
      {
        ...text('type', 226, ({ type }) => type, 290),
        saved: saved('type', 'responsible'),
      },
      {
        ...text('kind', 104, ({ kind }) => t(`kind.${kind}`)),
        node: ({ kind }) => <MissingKind kind={kind} />,
      },
      {
        ...text('reason', 186, (missingDocument) => missingReason(missingDocument, t), 200),
        isUnsorted: true,
        saved: saved('basis', 'seen', 'of'),
      },
      {
        ...text('chase', 198, ({ request }) => (request ? requestLabel(request, t) : ''), 240),
        node: ({ request }) => (request ? requestLabel(request, t) : <Missing what={t('notAsked')} />),
        saved: saved('askedOn', 'askedOf', 'note'),
      },
      common.client<MissingDocument>(),
      common.reference<MissingDocument>(),
      common.day<MissingDocument>('day', t('column.day'), ({ day }) => day),
    ],
    [common, t, of, text, saved],
  );
}

/** The mark of a missing document whose dispatch is still in progress. */
function UnderWay() {
  const { t } = useTranslation('missing');
  return (
    <span className={`${screen.mark} ${screen.soft}`} title={t('underWayMeans')}>
      <IconClock size={13} aria-hidden />
      <span className={screen.unseen}>{t('underWay')}</span>
    </span>
  );
}

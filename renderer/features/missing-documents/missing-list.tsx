import { Button, Checkbox, Menu, SegmentedControl, Select } from '@mantine/core';
import { IconClock, IconMail, IconPencil } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { MissingDocument } from '../../../shared/model/dossier.ts';
import { isOwnRole } from '../../../shared/model/user-role.ts';
import { Missing } from '../../components/data-grid/cells.tsx';
import { downloadOfDispatches } from '../../components/downloads-dialog/download-selection.ts';
import { FetchAllButton, requestsOfDispatch } from '../../components/downloads-dialog/fetch-all-button.tsx';
import {
  textColumn,
  useClientLabels,
  useCommonColumns,
} from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { scopeOf } from '../../components/list-screen/scope.ts';
import type { SelectedRows } from '../../components/list-screen/selected-rows.ts';
import { usePagedList } from '../../components/list-screen/use-paged-list.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { formatCount } from '../../ui/format.ts';
import { useInspecting } from '../../ui/inspected-subject.ts';
import { navigate, type Route } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { useUserRole } from '../../ui/user-role.ts';
import { MessagesDialog } from './messages-dialog.tsx';
import {
  countMissing,
  filterLabel,
  missingGroups,
  missingKnownLabel,
  type RequestFilter,
  requestFilterInput,
} from './missing-groups.ts';
import { MissingKind } from './missing-kind.tsx';
import { missingReason, requestLabel } from './reason-labels.ts';
import { RequestDialog } from './request-dialog.tsx';
import { owingLabel } from './request-text.ts';

type MissingRoute = Extract<Route, { view: 'missing' }>;
type Doing =
  | { kind: 'ask'; missingDocuments: readonly MissingDocument[] }
  | { kind: 'messages'; missingDocuments: readonly MissingDocument[] | undefined };

const nobody = '\u0000';
const filters = ['all', 'not-asked', 'asked'] as const;

function gapKey({ connectionId, number, type }: MissingDocument): string {
  return compositeKey(connectionId, number, type);
}

/** Every missing document, grouped by who owes it. */
export function MissingList({ route }: { route: MissingRoute }) {
  const { t } = useTranslation('missing');
  const { t: of } = useTranslation('carpeta');
  const scope = scopeOf(route);
  const [filter, setFilter] = useState<RequestFilter>('all');
  const [owing, setOwing] = useState<string | null>(null);
  const [onlyOver, setOnlyOver] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const responsible = owing === null ? undefined : owing === nobody ? '' : owing;
  const ofThem = { scope, ...(onlyOver && { isOver: true }) };
  const query = {
    ...ofThem,
    ...requestFilterInput(filter),
    ...(responsible !== undefined && { responsible }),
  };
  const userRole = useUserRole();
  const nameOf = (owing: string) => owingLabel(owing, userRole, t);
  const { shown, latest } = usePagedList('carpeta.gaps', query, (result) =>
    missingGroups(result, filter, responsible, nameOf),
  );
  const known = missingKnownLabel(latest, t);
  const columns = useMissingColumns();
  const clientLabels = useClientLabels();
  const { inspect } = useInspecting();
  const { missingCount } = countMissing(latest ?? { byResponsible: [] });
  const inspectRow = ({ connectionId, number, rut }: MissingDocument) =>
    inspect({ connectionId, number, rut });

  function begin(kind: Doing['kind'], selected: SelectedRows<MissingDocument>) {
    if (kind === 'messages' && selected.count === 0) setDoing({ kind, missingDocuments: undefined });
    else selected.with((missingDocuments) => setDoing({ kind, missingDocuments }));
  }

  const done = () => setDoing(undefined);

  return (
    <>
      {latest && latest.dispatches > 0 && (
        <div className={screen.note} role="status">
          {known}
          {latest.partial > 0 && (
            <>
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() => navigate({ ...route, part: 'matrix' })}
              >
                {t('seeThem')}
              </Button>
              <FetchAllButton
                label={of('known.askComplete', { count: latest.partial, shown: formatCount(latest.partial) })}
                requests={latest.partial * requestsOfDispatch}
                isSmall
                dispatches={() => invoke('carpeta.partial', ofThem)}
              />
            </>
          )}
        </div>
      )}
      <ListScreen
        list="gaps"
        name={t('part.gaps')}
        {...shown}
        columns={columns}
        rowKey={gapKey}
        note={known}
        onCursor={inspectRow}
        hint={t('chooseGaps')}
        empty={<Nothing route={route} isNarrowed={filter !== 'all' || owing !== null || onlyOver} />}
        tools={
          <>
            <SegmentedControl
              aria-label={t('filter.name')}
              data={filters.map((value) => ({
                value,
                label: filterLabel(value, latest, t),
              }))}
              value={filter}
              onChange={setFilter}
            />
            <Select
              aria-label={t('responsible')}
              placeholder={t('everybody')}
              clearable
              className={screen.within ?? ''}
              data={(latest?.byResponsible ?? []).map((one) => ({
                value: one.responsible || nobody,
                label: `${nameOf(one.responsible)} (${one.missingCount})`,
              }))}
              value={owing}
              onChange={setOwing}
            />
            <Checkbox
              label={t('onlyOver')}
              checked={onlyOver}
              onChange={(event) => setOnlyOver(event.currentTarget.checked)}
            />
          </>
        }
        bar={(selected) => (
          <>
            <Button
              variant="default"
              leftSection={<IconPencil size={14} aria-hidden />}
              disabled={selected.count === 0}
              onClick={() => begin('ask', selected)}
            >
              {t('note')}
            </Button>
            <Button
              leftSection={<IconMail size={14} aria-hidden />}
              disabled={missingCount === 0}
              onClick={() => begin('messages', selected)}
            >
              {t('messages')}
            </Button>
          </>
        )}
        menu={(_row, selected) => (
          <>
            <Menu.Item onClick={() => begin('ask', selected)}>{t('note')}</Menu.Item>
            <Menu.Item onClick={() => begin('messages', selected)}>{t('messages')}</Menu.Item>
          </>
        )}
        documents={downloadOfDispatches}
        save={(shown) =>
          invoke('carpeta.export', {
            ...shown,
            list: 'gaps',
            query,
            words: {
              ...clientLabels,
              responsible: Object.fromEntries(
                (latest?.byResponsible ?? [])
                  .filter((one) => isOwnRole(one.responsible, userRole))
                  .map((one) => [one.responsible, t('we')]),
              ),
              kind: { missing: t('kind.missing'), 'no-file': t('kind.no-file') },
              basis: {
                learned: t('basis.learned'),
                decided: t('basis.decided'),
                registered: t('basis.registered'),
              },
            },
          })
        }
      />
      {doing?.kind === 'ask' && <RequestDialog missingDocuments={doing.missingDocuments} onClose={done} />}
      {doing?.kind === 'messages' && (
        <MessagesDialog query={query} missingDocuments={doing.missingDocuments} onClose={done} />
      )}
    </>
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

function useMissingColumns(): readonly ListColumn<MissingDocument>[] {
  const { t } = useTranslation('missing');
  const { t: of } = useTranslation('carpeta');
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
        saved: [
          { column: 'number', title: of('column.number') },
          { column: 'isOver', title: t('column.isOver') },
        ],
      },
      {
        ...textColumn<MissingDocument>('type', t('column.type'), 226, ({ type }) => type, 290),
        saved: [
          { column: 'type', title: t('column.type') },
          { column: 'responsible', title: t('column.responsible') },
        ],
      },
      {
        ...textColumn<MissingDocument>('kind', t('column.kind'), 104, ({ kind }) => t(`kind.${kind}`)),
        node: ({ kind }) => <MissingKind kind={kind} />,
      },
      {
        ...textColumn<MissingDocument>(
          'reason',
          t('column.reason'),
          186,
          (missingDocument) => missingReason(missingDocument, t),
          200,
        ),
        isUnsorted: true,
        saved: [
          { column: 'basis', title: t('column.basis') },
          { column: 'seen', title: t('column.seen') },
          { column: 'of', title: t('column.of') },
        ],
      },
      {
        ...textColumn<MissingDocument>(
          'chase',
          t('column.chase'),
          198,
          ({ request }) => (request ? requestLabel(request, t) : ''),
          240,
        ),
        node: ({ request }) => (request ? requestLabel(request, t) : <Missing what={t('notAsked')} />),
        saved: [
          { column: 'askedOn', title: t('column.askedOn') },
          { column: 'askedOf', title: t('column.askedOf') },
          { column: 'note', title: t('column.note') },
        ],
      },
      common.client<MissingDocument>(),
      common.reference<MissingDocument>(),
      common.day<MissingDocument>('day', t('column.day'), ({ day }) => day),
    ],
    [common, t, of],
  );
}

import { Menu } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dispatchKey } from '../../../shared/composite-key.ts';
import type { ClosedDispatch } from '../../../shared/model/dossier.ts';
import { Missing } from '../../components/data-grid/cells.tsx';
import { deliveryOfDispatches } from '../../components/document-actions/delivery-selection.ts';
import { downloadOfDispatches } from '../../components/document-actions/download-selection.ts';
import {
  useClientLabels,
  useCommonColumns,
  useTitledColumns,
} from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListNote } from '../../components/list-screen/list-note.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { scopeOf } from '../../components/list-screen/scope.ts';
import { exportList } from '../../components/list-screen/use-list-actions.ts';
import { usePagedList } from '../../components/list-screen/use-paged-list.ts';
import { WithinFields } from '../../components/list-screen/within-fields.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { dispatchOf, useInspecting } from '../../ui/inspected-subject.ts';
import type { Route } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { SearchFirst } from '../../ui/search-first.tsx';
import { RetentionDialog } from './retention-dialog.tsx';
import { retentionBasis, retentionDay } from './retention-text.ts';

type FoldersRoute = Extract<Route, { view: 'folders' }>;

/** The retention date of each folder with its basis, and how much of it is on this computer. */
export default function Folders({ route }: { route: FoldersRoute }) {
  const { t } = useTranslation('folders');
  const query = { scope: scopeOf(route) };
  const { shown, latest } = usePagedList('dossier.folders', query);
  const [setting, setSetting] = useState<readonly ClosedDispatch[]>();
  const columns = useFolderColumns();
  const clientLabels = useClientLabels();
  const { inspect } = useInspecting();
  const unknown = latest?.unknown ?? 0;
  return (
    <div className={screen.screen}>
      <ScreenHead title={t('title')}>
        <WithinFields route={route} />
      </ScreenHead>
      <ListScreen
        list="folders"
        name={t('title')}
        {...shown}
        columns={columns}
        rowKey={dispatchKey}
        onCursor={(row) => inspect(dispatchOf(row))}
        onOpen={(folder) => setSetting([folder])}
        hint={t('choose')}
        tools={
          <ListNote>
            {unknown > 0 ? `${t('workingCopies')} ${t('unknown', { count: unknown })}` : t('workingCopies')}
          </ListNote>
        }
        empty={<SearchFirst>{t('nothing')}</SearchFirst>}
        bar={(selected) => (
          <ActionButton
            icon={IconCalendarEvent}
            disabled={selected.count === 0}
            onClick={() => selected.with(setSetting)}
          >
            {t('set')}
          </ActionButton>
        )}
        toDeliver={deliveryOfDispatches}
        menu={(_row, selected) => <Menu.Item onClick={() => selected.with(setSetting)}>{t('set')}</Menu.Item>}
        documents={downloadOfDispatches}
        save={exportList('folders', query, { ...clientLabels, ...exportLabels(t) })}
      />
      {setting && <RetentionDialog folders={setting} onClose={() => setSetting(undefined)} />}
    </div>
  );
}

/** The words of a saved list: those of its operations and of the bases of its dates. */
function exportLabels(t: TFunction<'folders'>) {
  return {
    operation: {
      import: t('operation.import'),
      export: t('operation.export'),
      unknown: t('operation.unknown'),
    },
    basis: {
      acceptance: t('basisOf.acceptance'),
      legalisation: t('basisOf.legalisation'),
      person: t('basisOf.person'),
      'missing-acceptance': t('missingFact.acceptance'),
      'missing-legalisation': t('missingFact.legalisation'),
      'missing-operation': t('missingFact.operation'),
    },
  };
}

function useFolderColumns(): readonly ListColumn<ClosedDispatch>[] {
  const { t } = useTranslation('folders');
  const { text, saved } = useTitledColumns<ClosedDispatch, 'folders'>('folders');
  const common = useCommonColumns();
  return useMemo(
    () => [
      common.number<ClosedDispatch>(),
      common.client<ClosedDispatch>(),
      text('operation', 96, ({ operation }) => t(`operation.${operation}`)),
      {
        ...text('until', 122, ({ retention }) => retentionDay(retention) ?? ''),
        cell: ({ retention }) => ({ kind: 'day', text: retentionDay(retention) ?? '' }),
        node: ({ retention }) => retentionDay(retention) ?? <Missing what={t('notKnown')} />,
      },
      {
        ...text('basis', 166, ({ retention }) => retentionBasis(retention, t), 320),
        isUnsorted: true,
        node: ({ retention }) => (
          <span className={retention.kind === 'unknown' ? screen.warn : undefined}>
            {retentionBasis(retention, t)}
          </span>
        ),
        saved: saved('basis', 'from', 'note'),
      },
      common.reference<ClosedDispatch>(),
      {
        ...text(
          'papers',
          150,
          ({ filesHere, papers: documents }) => t('filesHere', { here: filesHere, count: documents }),
          160,
        ),
        isUnsorted: true,
        saved: [{ column: 'papers', title: t('column.papersCount') }, ...saved('filesHere')],
      },
    ],
    [common, t, text, saved],
  );
}

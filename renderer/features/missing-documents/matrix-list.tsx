import { Menu, SegmentedControl } from '@mantine/core';
import { IconCheck, IconCircleX, IconFileOff, IconHelpCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dispatchKey } from '../../../shared/composite-key.ts';
import type { Cell, CellState, Completeness, Matrix, MatrixRow } from '../../../shared/model/dossier.ts';
import type { TextFilter } from '../../../shared/model/value-schemas.ts';
import { deliveryOfDispatches } from '../../components/document-actions/delivery-selection.ts';
import { downloadOfDispatches } from '../../components/document-actions/download-selection.ts';
import { FetchAllButton } from '../../components/document-actions/fetch-all-button.tsx';
import {
  useClientLabels,
  useCommonColumns,
  useTitledColumns,
} from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { scopeOf } from '../../components/list-screen/scope.ts';
import { isOneOf, useChoice } from '../../components/list-screen/use-choice.ts';
import { exportList } from '../../components/list-screen/use-list-actions.ts';
import { usePagedList } from '../../components/list-screen/use-paged-list.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { formatCount } from '../../ui/format.ts';
import { dispatchOf, useInspecting } from '../../ui/inspected-subject.ts';
import { navigate, type Route, withoutChoices } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { SearchFirst } from '../../ui/search-first.tsx';
import { useUserRole } from '../../ui/use-user-role.ts';
import { CompletenessMark } from './completeness-mark.tsx';
import styles from './missing-documents.module.css';
import { owesLabel } from './request-text.ts';

type MissingRoute = Extract<Route, { view: 'missing' }>;

const choices = ['all', 'incomplete', 'complete', 'partial', 'no-expectation'] as const;
type Choice = (typeof choices)[number];
const isChoice = isOneOf(choices);
const isEnding = isOneOf(['ending']);
const noTypes: Matrix['types'] = [];

/** Dispatches × types: present, missing or unknown. */
export function MatrixList({ route, filter }: { route: MissingRoute; filter: TextFilter | undefined }) {
  const { t } = useTranslation('missing');
  const { t: common } = useTranslation('dossier');
  const [choice = 'all', setChoice] = useChoice(route, 'completeness', isChoice);
  const only: Completeness | undefined = choice === 'all' ? undefined : choice;
  const [retention, setRetention] = useChoice(route, 'retention', isEnding);
  const isRetentionEnding = retention !== undefined;
  const query = {
    scope: scopeOf(route),
    ...(only && { only }),
    ...(isRetentionEnding && { isRetentionEnding }),
    ...(filter && { filter }),
  };
  const { shown, latest } = usePagedList('dossier.matrix', query);
  const types = latest?.types ?? noTypes;
  const columns = useMatrixColumns(types);
  const clientLabels = useClientLabels();
  const { inspect } = useInspecting();
  return (
    <ListScreen
      list="matrix"
      name={t('part.matrix')}
      {...shown}
      columns={columns}
      rowKey={dispatchKey}
      onCursor={(row) => inspect(dispatchOf(row))}
      hint={<CellLegend />}
      empty={
        choice === 'all' && !isRetentionEnding && !filter ? (
          <SearchFirst>{t('nothingKept')}</SearchFirst>
        ) : (
          t('nothingFiltered')
        )
      }
      tools={
        <MatrixFilters
          counts={latest?.counts}
          choice={choice}
          onChoice={(value) => setChoice(value === 'all' ? undefined : value)}
          isRetentionEnding={isRetentionEnding}
          onRetentionEnding={(isEnding) => setRetention(isEnding ? 'ending' : undefined)}
        />
      }
      bar={(selected) => (
        <FetchAllButton
          label={common('complete.askChosen')}
          isDisabled={selected.count === 0}
          dispatches={selected.read}
        />
      )}
      toDeliver={deliveryOfDispatches}
      menu={({ missing }) => (
        <Menu.Item
          disabled={missing === 0}
          onClick={() => navigate({ ...withoutChoices(route), part: 'gaps' })}
        >
          {t('seeGaps')}
        </Menu.Item>
      )}
      documents={downloadOfDispatches}
      save={exportList('matrix', query, { ...clientLabels, ...matrixLabels(t, types) })}
    />
  );
}

/** What a file of the matrix calls its states, by column. */
function matrixLabels(t: TFunction<'missing'>, types: Matrix['types']) {
  const states = Object.fromEntries(cellStates.map((state) => [state, t(`cell.${state}`)]));
  const completeness = choices.flatMap((value) =>
    value === 'all' ? [] : [[value, t(`completeness.${value}`)]],
  );
  return {
    completeness: Object.fromEntries(completeness),
    ...Object.fromEntries(types.map(({ type }) => [typeKey(type), states])),
  };
}

interface MatrixFiltersProps {
  /** The numbers of dispatches; undefined until loaded. */
  counts: Matrix['counts'] | undefined;
  choice: Choice;
  onChoice: (choice: Choice) => void;
  isRetentionEnding: boolean;
  onRetentionEnding: (isRetentionEnding: boolean) => void;
}

/** The filters of the matrix: by completeness, and by the end of retention. */
function MatrixFilters({
  counts,
  choice,
  onChoice,
  isRetentionEnding,
  onRetentionEnding,
}: MatrixFiltersProps) {
  const { t } = useTranslation('missing');
  return (
    <>
      <SegmentedControl
        aria-label={t('completenessName')}
        data={choices.map((value) => ({
          value,
          label: counts
            ? `${t(`choice.${value}`)} ${formatCount(value === 'all' ? countAll(counts) : counts[value])}`
            : t(`choice.${value}`),
        }))}
        value={choice}
        onChange={onChoice}
      />
      <CheckField
        label={t('retentionEnding')}
        title={t('retentionEndingMeans')}
        checked={isRetentionEnding}
        onCheck={onRetentionEnding}
      />
    </>
  );
}

function useMatrixColumns(types: Matrix['types']): readonly ListColumn<MatrixRow>[] {
  const { t } = useTranslation('missing');
  const { text, saved } = useTitledColumns<MatrixRow, 'missing'>('missing');
  const common = useCommonColumns();
  const userRole = useUserRole();
  return useMemo(
    () => [
      common.number<MatrixRow>(),
      {
        ...text('completeness', 112, (row) =>
          row.completeness === 'incomplete'
            ? t('lacks', { count: row.missing })
            : t(`completeness.${row.completeness}`),
        ),
        node: (row) => <CompletenessMark completeness={row.completeness} missing={row.missing} />,
        saved: saved('completeness', 'missing'),
      },
      common.client<MatrixRow>(),
      ...types.map(
        ({ type, responsible }, route): ListColumn<MatrixRow> => ({
          id: typeKey(type),
          width: 40,
          isShownAtFirst: true,
          align: 'start',
          isUpright: true,
          title: type,
          cell: ({ cells }) => ({ kind: 'text', text: t(`cell.${cells[route]?.state ?? 'not-expected'}`) }),
          node: ({ cells }) => (
            <CellMark
              cell={cells[route] ?? { state: 'not-expected', documents: 0 }}
              owes={owesLabel(responsible, userRole, t)}
            />
          ),
          saved: [{ column: typeKey(type), title: type }],
        }),
      ),
      common.reference<MatrixRow>(),
      common.day<MatrixRow>('day', t('column.day'), ({ day }) => day),
      text('tramite', 170, ({ tramite }) => tramite, 200),
      text('via', 130, ({ via }) => via, 230),
    ],
    [common, t, text, saved, types, userRole],
  );
}

/** The key of a type's column, in the matrix and in the saved file. */
function typeKey(type: string): string {
  return `type:${type}`;
}

/** The number of dispatches, complete or not. */
function countAll(counts: Readonly<Record<Completeness, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The cell states of the matrix, in the order of its legend. */
const cellStates = [
  'here',
  'no-file',
  'missing',
  'unknown',
  'not-expected',
] as const satisfies readonly CellState[];

const icons = {
  here: IconCheck,
  'no-file': IconFileOff,
  missing: IconCircleX,
  unknown: IconHelpCircle,
} as const;

/**
 * A cell of the matrix: an icon, and its text for screen readers. `owes` names who owes documents of the
 * type, if known.
 */
function CellMark({ cell: { state, documents }, owes }: { cell: Cell; owes: string }) {
  const { t } = useTranslation('missing');
  const isOwed = owes !== '' && (state === 'missing' || state === 'no-file');
  const label = t(`cell.${state}`);
  return (
    <span className={styles.cell} data-state={state} title={isOwed ? `${label} · ${owes}` : label}>
      {documents > 1 && state === 'here' ? <b aria-hidden>{documents}</b> : <CellIcon state={state} />}
      <span className={screen.unseen}>
        {label} {documents > 1 && documents}
      </span>
    </span>
  );
}

function CellIcon({ state }: { state: CellState }) {
  if (state === 'not-expected') return <span aria-hidden>·</span>;
  const Icon = icons[state];
  return <Icon size={15} aria-hidden />;
}

/** The legend of the matrix. */
function CellLegend() {
  const { t } = useTranslation('missing');
  return (
    <span className={styles.legend}>
      {cellStates.map((state) => (
        <span key={state}>
          <span className={styles.cell} data-state={state}>
            <CellIcon state={state} />
          </span>
          {t(`cell.${state}`)}
        </span>
      ))}
    </span>
  );
}

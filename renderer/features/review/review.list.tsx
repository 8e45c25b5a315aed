import { Button, Menu, Select } from '@mantine/core';
import { IconChevronDown, IconEyeOff } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientName } from '../../../shared/model/client-names.ts';
import { type Finding, type FindingKind, type Findings, findingKinds } from '../../../shared/model/review.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { deliveryOfDispatches } from '../../components/document-actions/delivery-selection.ts';
import { downloadOfDispatches } from '../../components/document-actions/download-selection.ts';
import { textColumn, useTitledColumns } from '../../components/list-screen/common-columns.tsx';
import { FilterField } from '../../components/list-screen/filter-field.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { scopeOf } from '../../components/list-screen/scope.ts';
import { isOneOf, useChoice } from '../../components/list-screen/use-choice.ts';
import { useFilterText } from '../../components/list-screen/use-filter-text.ts';
import { usePagedList } from '../../components/list-screen/use-paged-list.ts';
import { WithinFields } from '../../components/list-screen/within-fields.tsx';
import { invoke, useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ClientNames, clientWidths } from '../../ui/client-name.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatCount } from '../../ui/format.ts';
import { subjectOfFirst, useInspecting } from '../../ui/inspected-subject.ts';
import { MenuButton } from '../../ui/opening-button.tsx';
import type { ListRoute } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { AgencyRutDialog } from './agency-rut-dialog.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { FindingDetail } from './finding-detail.tsx';
import { findingGroups, findingReason, findingSubject } from './finding-labels.ts';
import styles from './review.module.css';

/** Findings in the stored documents: each with its reason and its documents, until a person dismisses it. */
export default function Review({ route }: { route: ListRoute }) {
  const { t } = useTranslation('review');
  const [dismissing, setDismissing] = useState<readonly Finding[]>();
  const [isSettingRut, setSettingRut] = useState(false);
  const { query, filterText, kind, setKind, withDismissed, setWithDismissed } = useFindingsQuery(route);
  const { shown, latest } = usePagedList('dossier.findings', query, (result) =>
    findingGroups(result, kind, t),
  );
  const inspected = useInspectedFinding(shown.about);
  const restore = useInvokeMutation('dossier.restoreFinding', ['dossier.findings']);
  const columns = useFindingColumns();
  const putBack = ({ id }: Finding) => restore.mutate({ finding: id }, { onSuccess: inspected.clear });
  return (
    <div className={screen.screen}>
      <ReviewHead route={route} />
      <FilterField
        filterText={filterText}
        name={t('find.name')}
        placeholder={t('find.placeholder')}
        means={t('find.means')}
      />
      {restore.error && <ErrorMessage error={restore.error} />}
      <ListScreen
        list="findings"
        name={t('title')}
        {...shown}
        columns={columns}
        rowKey={({ id }) => id}
        isDimmed={({ dismissed }) => dismissed !== undefined}
        onCursor={inspected.inspect}
        hint={t('choose')}
        empty={kind === undefined && !filterText.isNarrowed ? t('nothing') : t('nothingOfKind')}
        tools={
          <FindingTools
            kind={kind}
            withDismissed={withDismissed}
            onKind={setKind}
            onWithDismissed={setWithDismissed}
            counts={latest}
            onAgencyRut={() => setSettingRut(true)}
          />
        }
        below={inspected.finding && <FindingDetail finding={inspected.finding} onRestore={putBack} />}
        bar={(selected) => (
          <ActionButton
            variant="filled"
            icon={IconEyeOff}
            disabled={selected.count === 0}
            onClick={() => selected.with(setDismissing)}
          >
            {t('dismiss')}
          </ActionButton>
        )}
        menu={(row, selected) =>
          row.dismissed ? (
            <Menu.Item onClick={() => putBack(row)}>{t('restore')}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => selected.with(setDismissing)}>{t('dismiss')}</Menu.Item>
          )
        }
        documents={(rows) => downloadOfDispatches(dispatchesOf(rows))}
        toDeliver={(rows) => deliveryOfDispatches(dispatchesOf(rows))}
        save={({ columns: _shown, ...shown }) =>
          invoke('lists.export', { ...shown, list: 'findings', query, ...savedFindings(t) })
        }
      />
      {dismissing && (
        <DismissDialog
          findings={dismissing}
          onClose={() => setDismissing(undefined)}
          onDone={inspected.clear}
        />
      )}
      {isSettingRut && <AgencyRutDialog onClose={() => setSettingRut(false)} />}
    </div>
  );
}

const dispatchesOf = (rows: readonly Finding[]) => rows.flatMap(({ dispatches }) => dispatches);
const isFindingKind = isOneOf(findingKinds);
const isYes = isOneOf(['yes']);

/** What is asked for: the route's scope and text, with the kind and the dismissed ones of the tools. */
function useFindingsQuery(route: ListRoute) {
  const [kind, setKind] = useChoice(route, 'kind', isFindingKind);
  const [dismissed, setDismissed] = useChoice(route, 'dismissed', isYes);
  const withDismissed = dismissed !== undefined;
  const scope = scopeOf(route);
  const filterText = useFilterText(route, JSON.stringify(scope));
  const { filter, isNarrowed } = filterText;
  const query = {
    scope,
    withDismissed,
    ...(kind && { kinds: [kind] }),
    ...(isNarrowed && filter && { filter }),
  };
  const setWithDismissed = (next: boolean) => setDismissed(next ? 'yes' : undefined);
  return { query, filterText, kind, setKind, withDismissed, setWithDismissed };
}

/** The title, what it means, and the part of the stored documents that is searched. */
function ReviewHead({ route }: { route: ListRoute }) {
  const { t } = useTranslation('review');
  return (
    <header className={screen.head} data-line>
      <h1>{t('title')}</h1>
      <span className={styles.means} title={t('means')}>
        {t('meansShort')}
      </span>
      <WithinFields route={route} />
    </header>
  );
}

/** The finding whose detail is shown, in the list with the query `about`. */
function useInspectedFinding(about: string) {
  const [inspected, setInspected] = useState<{ finding: Finding; about: string }>();
  const { inspect } = useInspecting();
  return {
    // A finding inspected in another list does not apply to this one.
    finding: inspected?.about === about ? inspected.finding : undefined,
    inspect(finding: Finding) {
      setInspected({ finding, about });
      inspect(subjectOfFirst(finding));
    },
    clear: () => setInspected(undefined),
  };
}

/** The columns of the list of findings. */
function useFindingColumns(): readonly ListColumn<Finding>[] {
  const { t } = useTranslation('review');
  const { t: of } = useTranslation('dossier');
  const { text } = useTitledColumns<Finding, 'review'>('review');
  const clients = useInvokeQuery('clients.list', undefined).data;
  return useMemo(() => {
    const { width, widest } = clientWidths(clients);
    const namesOf = (finding: Finding) =>
      clientsOf(finding)
        .map((rut) => clientName(rut, clients))
        .join(', ');
    return [
      text('subject', 250, ({ reason }) => findingSubject(reason, t), 480),
      {
        ...textColumn<Finding>('rut', of('column.client'), width, namesOf, widest),
        node: (finding) => <ClientNames ruts={clientsOf(finding)} clients={clients} />,
        isClient: true,
        isUnsorted: true,
        isShownAtFirst: false,
      },
      text('dispatches', 116, ({ dispatches }) => dispatches.map(({ number }) => number).join(', '), 140),
      {
        ...text('why', 360, (finding) => findingReason(finding, clients, t), 700),
        isUnsorted: true,
      },
      text('note', 140, ({ dismissed }) => dismissed?.note ?? '', 200),
    ];
  }, [t, of, text, clients]);
}

/** The clients of a finding's documents and disbursements, each once. */
function clientsOf({ documents, payments }: Finding): readonly Rut[] {
  return [...new Set([...documents, ...payments].map(({ rut }) => rut))];
}

const savedColumns = [
  'kind',
  'dispatches',
  'papers',
  'payments',
  'subject',
  'folio',
  'issuerId',
  'issuerName',
  'net',
  'tax',
  'exempt',
  'total',
  'difference',
  'customerId',
  'customerName',
  'type',
  'count',
  'single',
  'stated',
  'known',
  'note',
] as const;

/** The columns and words of a saved list of findings: each kind fills the columns of its own reason. */
function savedFindings(t: TFunction<'review'>) {
  return {
    columns: savedColumns.map((column) => ({ column, title: t(`saved.${column}`) })),
    words: { kind: Object.fromEntries(findingKinds.map((kind) => [kind, t(`kind.${kind}`)])) },
  };
}

interface FindingToolsProps {
  /** The kind that is filtered by; undefined for all kinds. */
  kind: FindingKind | undefined;
  onKind: (kind: FindingKind | undefined) => void;
  withDismissed: boolean;
  onWithDismissed: (withDismissed: boolean) => void;
  /** The counts of the whole list; undefined until loaded. */
  counts: Pick<Findings, 'byKind' | 'dismissed'> | undefined;
  /** Opens the dialog that sets the RUT of each agency. */
  onAgencyRut: () => void;
}

/** The filters of the list of findings, and the way to the agencies' RUT. */
function FindingTools({
  kind,
  onKind,
  withDismissed,
  onWithDismissed,
  counts,
  onAgencyRut,
}: FindingToolsProps) {
  const { t } = useTranslation('review');
  const { t: ui } = useTranslation('ui');
  return (
    <>
      <Select
        aria-label={t('kindName')}
        placeholder={t('allKinds')}
        clearable
        className={styles.kind ?? ''}
        data={findingKinds.map((one) => ({
          value: one,
          label: counts ? `${t(`kind.${one}`)} (${formatCount(counts.byKind[one])})` : t(`kind.${one}`),
        }))}
        value={kind ?? null}
        onChange={(value) => onKind(value ?? undefined)}
      />
      <CheckField
        label={t('withDismissed', { count: counts?.dismissed ?? 0 })}
        checked={withDismissed}
        onCheck={onWithDismissed}
      />
      <MenuButton
        button={(opening) => (
          <Button {...opening} variant="subtle" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {ui('advanced')}
          </Button>
        )}
      >
        <Menu.Item onClick={onAgencyRut}>{t('agencyRut')}</Menu.Item>
      </MenuButton>
    </>
  );
}

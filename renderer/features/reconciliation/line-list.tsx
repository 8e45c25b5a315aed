import { Button, Menu, Select } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconFileOff,
  IconFileText,
  IconHelpCircle,
  IconMail,
  IconReceipt,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { CallInput } from '../../../shared/contract.ts';
import { asLanguage } from '../../../shared/model/languages.ts';
import {
  type LineVerdict,
  lineVerdicts,
  type ReconciledLine,
  type Reconciliation,
} from '../../../shared/model/review.ts';
import { asRut } from '../../../shared/model/rut.ts';
import type { TextFilter } from '../../../shared/model/value-schemas.ts';
import { textOrMissing } from '../../components/data-grid/cells.tsx';
import { useSortedPages } from '../../components/data-grid/use-fixed-pages.ts';
import { downloadOfLinks } from '../../components/document-actions/download-selection.ts';
import { deliveryOfLinks } from '../../components/document-actions/use-documents.ts';
import {
  useClientLabels,
  useCommonColumns,
  useTitledColumns,
} from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListNote } from '../../components/list-screen/list-note.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import type { SelectedRows } from '../../components/list-screen/selected-rows.ts';
import { exportList } from '../../components/list-screen/use-list-actions.ts';
import { invoke, useAppMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ClientNames } from '../../ui/client-name.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatCount } from '../../ui/format.ts';
import { subjectOfFirst, useInspecting } from '../../ui/inspected-subject.ts';
import screen from '../../ui/screen.module.css';
import { StatusLabel, type StatusStyle } from '../../ui/status-label.tsx';
import { useShowInspector } from '../../ui/stored-layout.ts';
import { useToast } from '../../ui/toast.tsx';
import {
  agencyEmail,
  clientNames,
  clientsOf,
  comparedLabel,
  dispatchesOf,
  documentNames,
  documentsOf,
  foldedSection,
  kindName,
  kindNames,
  lineFilter,
  paidFor,
  requestText,
  searchedText,
  sectionsOf,
  verdictsIn,
  withoutDocument,
} from './line-labels.ts';
import { NoteLinesDialog, paidDispatches } from './note-lines-dialog.tsx';

interface Props {
  result: Reconciliation;
  /** What `comparisonNote` says of it. */
  note: string;
  /** What was compared. */
  query: CallInput<'dossier.reconcile'>;
  /** From 1; each comparison has another. */
  id: number;
  /** Undefined until its text is read. */
  filter: TextFilter | undefined;
  /** The verdict that is filtered by; undefined for all lines. */
  verdict: LineVerdict | undefined;
  onVerdict: (verdict: LineVerdict | undefined) => void;
}

/** The compared lines of a purchase register, each with what matches it, and what the register has not. */
export function LineList({ result, note, query, id, filter, verdict, onVerdict }: Props) {
  const { t } = useTranslation('reconciliation');
  const clientLabels = useClientLabels();
  const columns = useLineColumns();
  const { rows, groups, leftOut } = useShownLines(result, filter, verdict);
  const { pages, sorting } = useSortedPages('reconcile', rows, columns, groups, result.lines);
  const { inspect, clear, view } = useInspecting();
  const showInspector = useShowInspector();

  function inspectLine(line: ReconciledLine) {
    const subject = subjectOfFirst(line);
    // The line before has nothing to do with this one.
    subject ? inspect(subject) : clear();
  }

  function viewLine(line: ReconciledLine) {
    const [document] = documentsToView(line);
    if (!document) return showInspector();
    inspect(subjectOfFirst({ documents: [document], payments: [] }));
    view('rows');
  }

  return (
    <ListScreen
      list="reconcile"
      name={t('title')}
      pages={pages}
      leftOut={leftOut}
      sorting={sorting}
      columns={columns}
      rowKey={lineKey}
      about={JSON.stringify([id, verdict, filter])}
      folded={[foldedSection]}
      note={note}
      onCursor={inspectLine}
      onPreview={viewLine}
      menu={(line) => <DocumentItems line={line} />}
      documents={(lines) => downloadOfLinks(documentsOf(lines))}
      hint={t('chooseFirst')}
      bar={(selected) => (
        <RequestLines key={id} selected={selected} lines={rows} connectionIds={query.connectionIds} />
      )}
      toDeliver={(lines) => deliveryOfLinks(documentsOf(lines))}
      empty={t('nothing')}
      tools={
        <>
          <Select
            aria-label={t('verdictName')}
            placeholder={t('allLines')}
            clearable
            w={210}
            data={verdictsIn(result).map((value) => ({
              value,
              label: `${t(`verdict.${value}`)} (${formatCount(result.counts[value])})`,
            }))}
            value={verdict ?? null}
            onChange={(value) => onVerdict(value ?? undefined)}
          />
          <ListNote more={t('asOfMeans')}>{comparedLabel(result, t)}</ListNote>
        </>
      }
      save={exportList('reconcile', query, {
        verdict: Object.fromEntries(lineVerdicts.map((value) => [value, t(`verdict.${value}`)])),
        kind: kindNames(t),
        clients: clientLabels.rut,
      })}
    />
  );
}

function lineKey({ line, issuer, folio, documents, payments }: ReconciledLine): string {
  return line === undefined
    ? compositeKey(issuer, folio, documents[0]?.documentId, payments[0]?.id)
    : String(line);
}

/** The documents of a line that the viewer finds: those of a dispatch. */
function documentsToView({ documents }: ReconciledLine) {
  return documents.filter(({ number }) => number !== '');
}

/** The items of a line's menu that open each of its documents in the viewer. */
function DocumentItems({ line }: { line: ReconciledLine }) {
  const { t } = useTranslation('reconciliation');
  const { inspect, view } = useInspecting();
  return documentsToView(line).map((document) => {
    const { connectionId, number, documentId } = document;
    const name = documentNames({ documents: [document] });
    return (
      <Menu.Item
        key={compositeKey(connectionId, documentId)}
        onClick={() => {
          inspect(subjectOfFirst({ documents: [document], payments: [] }));
          view('dispatch');
        }}
      >
        {t('view', { name, number })}
      </Menu.Item>
    );
  });
}

/** The lines that the filters leave, in their sections. */
function useShownLines(
  { lines }: Reconciliation,
  filter: TextFilter | undefined,
  verdict: LineVerdict | undefined,
) {
  const { t } = useTranslation('reconciliation');
  const clients = useInvokeQuery('clients.list', undefined).data;
  const text = JSON.stringify(filter ?? {});
  // Each line once: the filter changes at every key.
  const searchedOf = useMemo(() => {
    const texts = new WeakMap<ReconciledLine, string>();
    return (line: ReconciledLine) => {
      const searched = texts.get(line) ?? searchedText(line, clients, t);
      texts.set(line, searched);
      return searched;
    };
  }, [clients, t]);
  return useMemo(() => {
    const isShown = lineFilter(JSON.parse(text), searchedOf);
    const shown = lines.filter(
      (line) => (verdict === undefined || line.verdict === verdict) && isShown(line),
    );
    return { ...sectionsOf(shown, t), leftOut: lines.length - shown.length };
  }, [lines, text, verdict, searchedOf, t]);
}

interface RequestProps {
  selected: SelectedRows<ReconciledLine>;
  /** Those that the filters leave. */
  lines: readonly ReconciledLine[];
  /** The agencies among which matches were looked for; undefined for all. */
  connectionIds: readonly string[] | undefined;
}

/**
 * Opens a mail to the agency that requests what the selected lines, else those in sight, have no document of;
 * then offers to note the request.
 */
function RequestLines({ selected, lines, connectionIds }: RequestProps) {
  const { t, i18n } = useTranslation('reconciliation');
  const toast = useToast();
  const [requested, setRequested] = useState<{ lines: readonly ReconciledLine[]; to: string }>();
  const [isNoting, setNoting] = useState(false);
  const draft = useAppMutation(async () => {
    const isOfChosen = selected.count > 0;
    const missing = withoutDocument(isOfChosen ? await selected.read() : lines);
    if (missing.length === 0) return toast(t(isOfChosen ? 'noneChosenToAsk' : 'noneToAsk'));
    const language = asLanguage(i18n.language);
    const to = agencyEmail(missing, connectionIds, await invoke('connections.list', undefined));
    await invoke('dossier.draft', { to, ...requestText(missing, t), documentsOf: [], language });
    setRequested({ lines: missing, to });
    toast(t('asked', { count: missing.length }));
  });
  return (
    <>
      {draft.error && <ErrorMessage error={draft.error} />}
      <ActionButton
        icon={IconMail}
        disabled={selected.count === 0 && withoutDocument(lines).length === 0}
        loading={draft.isPending}
        onClick={() => draft.mutate()}
      >
        {t('ask')}
      </ActionButton>
      {requested && paidDispatches(requested.lines).length > 0 && (
        <Button onClick={() => setNoting(true)}>{t('noteLines.offer')}</Button>
      )}
      {requested && isNoting && (
        <NoteLinesDialog
          {...requested}
          onNoted={() => {
            setNoting(false);
            setRequested(undefined);
          }}
          onClose={() => setNoting(false)}
        />
      )}
    </>
  );
}

function useLineColumns(): readonly ListColumn<ReconciledLine>[] {
  const { t } = useTranslation('reconciliation');
  const { text, amount } = useTitledColumns<ReconciledLine, 'reconciliation'>('reconciliation');
  const { day } = useCommonColumns();
  const clients = useInvokeQuery('clients.list', undefined).data;
  return useMemo(() => {
    return [
      {
        ...text('line', 40, ({ line }) => (line === undefined ? '' : String(line))),
        align: 'end',
      },
      {
        ...text('verdict', 156, ({ verdict }) => t(`verdict.${verdict}`)),
        node: ({ verdict }) => <VerdictMark verdict={verdict} />,
      },
      text('issuerName', 150, ({ issuerName }) => issuerName, 260),
      text('folio', 84, ({ folio }) => folio),
      {
        ...text('dispatches', 84, (line) => dispatchesOf(line).join(', ')),
        node: (line) => <Dispatches numbers={dispatchesOf(line)} />,
      },
      amount('total', 96, ({ total }) => total),
      amount('paid', 100, paidFor),
      amount('difference', 96, ({ difference }) => difference),
      day('day', t('column.day'), ({ day: of = '' }) => of),
      text('kind', 130, (line) => kindName(line, t), 200),
      text('issuer', 98, ({ issuer }) => asRut(issuer)),
      text('papers', 222, documentNames, 300),
      {
        ...text('clients', 140, (line) => clientNames(line, clients), 220),
        node: (line) => <ClientNames ruts={clientsOf(line)} clients={clients} />,
      },
      text('text', 210, ({ text }) => text, 420),
    ];
  }, [t, text, amount, day, clients]);
}

/** The first of them and the number of others, which the tooltip lists. */
function Dispatches({ numbers }: { numbers: readonly string[] }) {
  const [first = '', ...others] = numbers;
  if (others.length === 0) return textOrMissing(first);
  return (
    <span title={numbers.join(', ')}>
      {first} <span className={screen.soft}>+{others.length}</span>
    </span>
  );
}

const markStyles: Record<LineVerdict, StatusStyle> = {
  found: [IconCheck, 'good'],
  'found-unknown-total': [IconCheck, 'soft'],
  'other-total': [IconAlertTriangle, 'warn'],
  'paper-only': [IconFileText, 'warn'],
  'disbursement-only': [IconReceipt, 'warn'],
  possible: [IconHelpCircle, 'warn'],
  absent: [IconCircleX, 'bad'],
  'not-asked': [IconHelpCircle, 'warn'],
  'other-issuer': [IconCircleX, 'bad'],
  'not-in-ledger': [IconFileOff, 'warn'],
  unreadable: [IconHelpCircle, 'soft'],
};

/** The match of a register line, as icon and text. */
function VerdictMark({ verdict }: { verdict: LineVerdict }) {
  const { t } = useTranslation('reconciliation');
  return (
    <StatusLabel style={markStyles[verdict]} title={t(`verdictMeans.${verdict}`)}>
      {t(`verdict.${verdict}`)}
    </StatusLabel>
  );
}

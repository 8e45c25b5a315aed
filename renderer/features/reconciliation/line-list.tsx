import { Select } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconFileText,
  IconHelpCircle,
  IconReceipt,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type LineVerdict,
  lineVerdicts,
  type ReconciledLine,
  type Reconciliation,
} from '../../../shared/model/review.ts';
import { textOrMissing } from '../../components/data-grid/cells.tsx';
import { useSortedPages } from '../../components/data-grid/use-fixed-pages.ts';
import { DeliveryMenu } from '../../components/downloads-dialog/delivery-menu.tsx';
import { downloadOfLinks } from '../../components/downloads-dialog/download-selection.ts';
import { deliveryOfLinks } from '../../components/downloads-dialog/use-documents.ts';
import { useTitledColumns } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListNote } from '../../components/list-screen/list-note.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { asRut, formatCount } from '../../ui/format.ts';
import { subjectOfFirst, useInspecting } from '../../ui/inspected-subject.ts';
import { Mark, type MarkStyle } from '../../ui/mark.tsx';
import screen from '../../ui/screen.module.css';
import {
  comparedLabel,
  dispatchesOf,
  documentNames,
  documentsOf,
  linesOf,
  paidFor,
  verdictsIn,
} from './line-labels.ts';

interface Props {
  result: Reconciliation;
  /** The text that was compared. */
  submitted: string;
  /** The list's note, which is saved with it. */
  note: string;
  /** The verdict that is filtered by; undefined for all lines. */
  verdict: LineVerdict | undefined;
  onVerdict: (verdict: LineVerdict | undefined) => void;
}

/** The compared lines of a purchase register, each with what matches it. */
export function LineList({ result, submitted, note, verdict, onVerdict }: Props) {
  const { t } = useTranslation('reconciliation');
  const rows = useMemo(() => linesOf(result, verdict), [result, verdict]);
  const columns = useLineColumns();
  const { pages, sorting } = useSortedPages('reconcile', rows, columns, undefined, result.lines);
  const { inspect } = useInspecting();

  function inspectRow(line: ReconciledLine) {
    const subject = subjectOfFirst(line);
    if (subject) inspect(subject);
  }

  return (
    <ListScreen
      list="reconcile"
      name={t('title')}
      pages={pages}
      sorting={sorting}
      columns={columns}
      rowKey={({ line }) => String(line)}
      about={`${verdict} ${submitted}`}
      note={note}
      onCursor={inspectRow}
      documents={(lines) => downloadOfLinks(documentsOf(lines))}
      hint={t('chooseFirst')}
      bar={(selected) => (
        <DeliveryMenu
          count={selected.count}
          readSelection={async () => deliveryOfLinks(documentsOf(await selected.read()))}
        />
      )}
      empty={<div className={screen.empty}>{t('nothing')}</div>}
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
      save={(shown) =>
        invoke('carpeta.export', {
          ...shown,
          list: 'reconcile',
          query: { text: submitted },
          words: {
            verdict: Object.fromEntries(lineVerdicts.map((value) => [value, t(`verdict.${value}`)])),
          },
        })
      }
    />
  );
}

function useLineColumns(): readonly ListColumn<ReconciledLine>[] {
  const { t } = useTranslation('reconciliation');
  const { text, amount } = useTitledColumns<ReconciledLine, 'reconciliation'>('reconciliation');
  return useMemo(() => {
    return [
      {
        ...text('line', 40, ({ line }) => String(line)),
        align: 'end',
      },
      {
        ...text('verdict', 140, ({ verdict }) => t(`verdict.${verdict}`)),
        node: ({ verdict }) => <VerdictMark verdict={verdict} />,
      },
      text('issuer', 98, ({ issuer }) => asRut(issuer)),
      text('folio', 84, ({ folio }) => folio),
      {
        ...text('dispatches', 84, (line) => dispatchesOf(line).join(', ')),
        node: (line) => <Dispatches numbers={dispatchesOf(line)} />,
      },
      amount('total', 96, ({ total }) => total),
      amount('paid', 100, paidFor),
      amount('difference', 96, ({ difference }) => difference),
      text('papers', 222, documentNames, 300),
      text('text', 210, ({ text }) => text, 420),
    ];
  }, [t, text, amount]);
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

const markStyles: Record<LineVerdict, MarkStyle> = {
  found: [IconCheck, 'good'],
  'found-unknown-total': [IconCheck, 'soft'],
  'other-total': [IconAlertTriangle, 'warn'],
  'paper-only': [IconFileText, 'warn'],
  'disbursement-only': [IconReceipt, 'warn'],
  possible: [IconHelpCircle, 'warn'],
  absent: [IconCircleX, 'bad'],
  'not-asked': [IconHelpCircle, 'warn'],
  'other-issuer': [IconCircleX, 'bad'],
  unreadable: [IconHelpCircle, 'soft'],
};

/** The match of a ledger line, as icon and text. */
function VerdictMark({ verdict }: { verdict: LineVerdict }) {
  const { t } = useTranslation('reconciliation');
  return (
    <Mark style={markStyles[verdict]} title={t(`verdictMeans.${verdict}`)}>
      {t(`verdict.${verdict}`)}
    </Mark>
  );
}

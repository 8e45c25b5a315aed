import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconFileArrowRight,
  IconFileOff,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import {
  type DeliveredLine,
  type DeliveryVerdict,
  deliveredLines,
} from '../../../shared/dossier/delivered-lines.ts';
import { undeliveredReasons } from '../../../shared/dossier/undelivered-reason.ts';
import type { Delivery } from '../../../shared/model/delivery.ts';
import { asRut } from '../../../shared/model/rut.ts';
import { useSortedPages } from '../../components/data-grid/use-fixed-pages.ts';
import {
  type DownloadSelection,
  downloadOfDispatches,
  downloadOfLinks,
} from '../../components/document-actions/download-selection.ts';
import { deliveryOfLinks, useDocuments } from '../../components/document-actions/use-documents.ts';
import { textColumn, useTitledColumns } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListNote } from '../../components/list-screen/list-note.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { exportList } from '../../components/list-screen/use-list-actions.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import screen from '../../ui/screen.module.css';
import { StatusLabel, type StatusStyle } from '../../ui/status-label.tsx';
import { locationText } from './delivery-labels.ts';

const none: DeliveredLine[] = [];
const verdicts = [
  'merged',
  'beside-encrypted',
  'beside-protected',
  'beside-damaged',
  'beside-not-a-pdf',
  'beside-rare-image',
  'beside-form',
  'beside-too-large',
  'beside-too-heavy',
  'beside-gone',
  'beside-locked',
  ...undeliveredReasons,
  'not-found',
  'partial',
] as const satisfies readonly DeliveryVerdict[];

/**
 * The outcome of every document of a delivery: its pages, the path of its copy and the reason, or that it is
 * missing.
 */
export function DeliveredList({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('deliveries');
  const { t: verdictOf } = useTranslation('verdict');
  const { data: documents, error } = useDocuments(delivery.dispatches);
  const { kind, dispatches, packed, lacking: undelivered } = delivery;
  const lines = useMemo(
    () =>
      documents
        ? deliveredLines({ dispatches, ...(packed && { packed }), lacking: undelivered }, documents)
        : none,
    [dispatches, packed, undelivered, documents],
  );
  const columns = useDeliveredColumns();
  const { pages, sorting } = useSortedPages(`handover ${delivery.id}`, lines, columns);
  return (
    <>
      {error && <ErrorMessage error={error} />}
      <ListScreen
        list="handover"
        name={t('handed')}
        pages={pages}
        sorting={sorting}
        columns={columns}
        rowKey={({ connectionId, number, documentId, verdict }) =>
          compositeKey(connectionId, number, documentId, verdict)
        }
        about={delivery.id}
        documents={downloadOf}
        hint={t('chooseHanded')}
        toDeliver={(lines) => deliveryOfLinks(lines.filter(({ documentId }) => documentId !== ''))}
        tools={<ListNote>{t(kind === 'zip' ? 'zipHint' : packed ? 'packedHint' : 'handedHint')}</ListNote>}
        empty={packed ? t('nothingAmiss') : t('nothingHanded')}
        save={exportList(
          'handover',
          { handoverId: delivery.id },
          {
            verdict: Object.fromEntries(verdicts.map((verdict) => [verdict, verdictOf(verdict)])),
          },
        )}
      />
    </>
  );
}

/** The documents of lines; all documents of the dispatches if only incomplete dispatches are selected. */
function downloadOf(lines: readonly DeliveredLine[]): DownloadSelection {
  const documents = lines.filter(({ documentId }) => documentId !== '');
  const partial = lines.filter(({ verdict }) => verdict === 'partial');
  return documents.length === 0 && partial.length > 0
    ? downloadOfDispatches(partial)
    : downloadOfLinks(documents);
}

function useDeliveredColumns(): readonly ListColumn<DeliveredLine>[] {
  const { t } = useTranslation('deliveries');
  const { t: verdictOf } = useTranslation('verdict');
  const { t: of } = useTranslation('dossier');
  const { text, saved } = useTitledColumns<DeliveredLine, 'deliveries'>('deliveries');
  return useMemo(
    () => [
      {
        ...textColumn<DeliveredLine>('number', of('column.number'), 82, ({ number }) => number),
        saved: [
          { column: 'number', title: of('column.number') },
          { column: 'rut', title: 'RUT' },
        ],
      },
      text('type', 288, ({ type, rut, documentId }) =>
        documentId === '' ? asRut(rut) : type || t('noType'),
      ),
      text('folio', 132, ({ folio }) => folio),
      {
        ...text('verdict', 354, ({ verdict }) => verdictOf(verdict)),
        node: (line) => <DeliveredMark {...line} />,
      },
      {
        ...text('place', 240, (line) => locationText(line, t), 420),
        saved: saved('page', 'pages', 'path'),
      },
    ],
    [t, of, verdictOf, text, saved],
  );
}

function markStyleOf(verdict: DeliveryVerdict): StatusStyle {
  switch (verdict) {
    case 'merged':
      return [IconCheck, 'good'];
    case 'without-file':
      return [IconFileOff, 'soft'];
    case 'not-downloaded':
    case 'unsigned':
    case 'not-there':
    case 'refused':
    case 'unreachable':
    case 'no-room':
    case 'cancelled':
    case 'partial':
      return [IconAlertTriangle, 'warn'];
    case 'not-found':
    case 'beside-gone':
    case 'beside-locked':
      return [IconCircleX, 'bad'];
    default:
      return [IconFileArrowRight, 'warn'];
  }
}

/** The outcome of a delivered document, as icon and text; the code of its reason is in the tooltip. */
function DeliveredMark({ verdict, isSigned, code }: DeliveredLine) {
  const { t } = useTranslation('deliveries');
  const { t: verdictOf } = useTranslation('verdict');
  return (
    <StatusLabel style={markStyleOf(verdict)} {...(code !== undefined && { title: code })}>
      {verdictOf(verdict)}
      {isSigned && <span className={screen.soft}>{t('signed')}</span>}
    </StatusLabel>
  );
}

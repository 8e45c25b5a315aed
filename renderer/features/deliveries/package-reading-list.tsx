import { IconAlertTriangle, IconCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { CallInput } from '../../../shared/contract.ts';
import { type ReadLine, readLines } from '../../../shared/dossier/delivered-lines.ts';
import { clientNames } from '../../../shared/model/client-names.ts';
import type { PackageReading } from '../../../shared/model/delivery.ts';
import { asRut, parseRut } from '../../../shared/model/rut.ts';
import { textOrMissing } from '../../components/data-grid/cells.tsx';
import { useSortedPages } from '../../components/data-grid/use-fixed-pages.ts';
import {
  textColumn,
  useClientLabels,
  useTitledColumns,
} from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListNote } from '../../components/list-screen/list-note.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { exportList } from '../../components/list-screen/use-list-actions.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ClientName, clientWidths } from '../../ui/client-name.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { readingLabel } from './delivery-labels.ts';

const none: ReadLine[] = [];
const markStyles = {
  found: [IconCheck, 'good'],
  partial: [IconAlertTriangle, 'warn'],
  'not-found': [IconCircleX, 'bad'],
  'not-asked': [IconHelpCircle, 'warn'],
  unreadable: [IconHelpCircle, 'bad'],
} as const;

interface Props {
  reading: PackageReading | undefined;
  /** What was read. */
  query: CallInput<'deliveries.parsePackage'>;
}

/** The result of each line of a pasted list: found with the number of documents, not found, or unreadable. */
export function PackageReadingList({ reading, query }: Props) {
  const { t } = useTranslation('deliveries');
  const lines = useMemo(() => (reading ? readLines(reading) : none), [reading]);
  const columns = useReadColumns();
  const { pages, sorting } = useSortedPages('package', lines, columns);
  const clientLabels = useClientLabels();
  const note = reading ? readingLabel(reading, t) : t('readNothing');
  return (
    <ListScreen
      list="package"
      name={t('packageTitle')}
      pages={pages}
      sorting={sorting}
      columns={columns}
      rowKey={({ connectionId, number, rut, verdict }) => compositeKey(connectionId, number, rut, verdict)}
      tools={<ListNote>{note}</ListNote>}
      empty={t('pasteFirst')}
      save={exportList('package', query, {
        ...clientLabels,
        verdict: {
          found: t('read.found'),
          partial: t('read.partial'),
          'not-found': t('read.not-found'),
          'not-asked': t('read.not-asked'),
          unreadable: t('read.unreadable'),
        },
      })}
    />
  );
}

function useReadColumns(): readonly ListColumn<ReadLine>[] {
  const { t } = useTranslation('deliveries');
  const { t: of } = useTranslation('dossier');
  const { text } = useTitledColumns<ReadLine, 'deliveries'>('deliveries');
  const clients = useInvokeQuery('clients.list', undefined).data;
  return useMemo(() => {
    const count = (id: 'papers' | 'filesHere' | 'withoutFile'): ListColumn<ReadLine> => ({
      ...text(id, 100, ({ [id]: value }) => (value === undefined ? '' : String(value))),
      align: 'end',
    });
    const names = clientNames(clients ?? []);
    const { width, widest } = clientWidths(clients);
    const nameOf = ({ rut }: ReadLine) => names[rut] || asRut(rut);
    return [
      textColumn<ReadLine>('number', of('column.number'), 90, ({ number }) => number),
      {
        ...text('verdict', 190, ({ verdict }) => t(`read.${verdict}`), 320),
        node: ({ verdict }) => (
          <StatusLabel style={markStyles[verdict]} title={t(`readMeans.${verdict}`)}>
            {t(`read.${verdict}`)}
          </StatusLabel>
        ),
      },
      {
        ...textColumn<ReadLine>('rut', of('column.client'), width, nameOf, widest),
        node: (line) => {
          const read = parseRut(line.rut);
          return read.form === 'right' ? (
            <ClientName rut={read.rut} clients={clients} />
          ) : (
            textOrMissing(nameOf(line))
          );
        },
      },
      ...(['papers', 'filesHere', 'withoutFile'] as const).map(count),
    ];
  }, [t, of, text, clients]);
}

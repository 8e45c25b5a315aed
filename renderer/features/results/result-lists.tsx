import { Menu } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredDocument } from '../../../shared/model/document.ts';
import type { KnownDispatches } from '../../../shared/model/dossier.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import {
  type ColumnContext,
  disbursementColumns,
  dispatchColumns,
  documentColumns,
} from '../../components/data-grid/result-columns.tsx';
import {
  deliveryOfDispatches,
  deliveryOfDocuments,
  filesToHave,
  mayBeHad,
} from '../../components/document-actions/delivery-selection.ts';
import { PaymentsKnown, paymentsKnownLabel } from '../../components/document-actions/payments-known.tsx';
import { type FileActions, useFileActions } from '../../components/document-viewer/use-file-actions.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useNamedConnections } from '../../ui/connection-name.ts';
import { copy } from '../../ui/copy-to-clipboard.ts';
import { dispatchOf, subjectOf, useInspecting } from '../../ui/inspected-subject.ts';
import { Keys } from '../../ui/keyboard/keys.tsx';
import { useShowInspector } from '../../ui/stored-layout.ts';
import { type ListFrame, ResultListFrame } from './result-list-frame.tsx';
import type { RowOf } from './result-list-state.ts';
import type { ResultRows } from './result-rows.ts';
import { useMissingCounts } from './use-missing-counts.ts';

interface Props<List extends ListName> extends ListFrame {
  rows: ResultRows<List>;
}

/** What columns need in addition to rows. */
export function useColumnContext(): ColumnContext {
  const { t } = useTranslation('grid');
  const { t: ui } = useTranslation('ui');
  const clients = useInvokeQuery('clients.list', undefined).data;
  const connections = useNamedConnections();
  return useMemo(
    () => ({ t, yesNo: { yes: ui('yes'), no: ui('no') }, clients, connections }),
    [t, ui, clients, connections],
  );
}

/** The service's keys of a list. */
function usePaths(resultSetId: string, list: ListName): readonly string[] {
  return useInvokeQuery('rows.columns', { resultSetId, list }).data ?? noPaths;
}

const noPaths: readonly string[] = [];

/** The documents of a result. */
export function DocumentList(props: Props<'documents'>) {
  const context = useColumnContext();
  const paths = usePaths(props.resultSetId, 'documents');
  const columns = useMemo(() => documentColumns(context, paths), [context, paths]);
  const { inspect, propose, view } = useInspecting();
  const { open, show, error } = useFileActions();
  return (
    <ResultListFrame<'documents'>
      {...props}
      list="documents"
      columns={columns}
      toDeliver={deliveryOfDocuments}
      filesOf={filesToHave}
      onCursor={(row) => inspect(subjectOf(row))}
      onOnly={(row) => propose(subjectOf(row))}
      onOpen={() => view('rows')}
      onOutside={open}
      error={error}
      onPreview={() => view('rows')}
      menu={(row, download) => (
        <>
          <DocumentItems row={row} open={open} show={show} />
          <Menu.Divider />
          <SharedItems download={download} number={row.dispatchNumber} />
        </>
      )}
    />
  );
}

/** The dispatches of a result. */
export function DispatchList({
  onDispatch,
  ...props
}: Props<'dispatches'> & { onDispatch: (number: string) => void }) {
  const { t } = useTranslation('results');
  const context = useColumnContext();
  const paths = usePaths(props.resultSetId, 'dispatches');
  const missingCount = useMissingCounts(props.rows.pages, props.isFinal);
  const columns = useMemo(
    () => dispatchColumns(context, paths, missingCount),
    [context, paths, missingCount],
  );
  const { inspect, propose } = useInspecting();
  const showInspector = useShowInspector();
  return (
    <ResultListFrame<'dispatches'>
      {...props}
      list="dispatches"
      columns={columns}
      onCursor={(row) => inspect(dispatchOf(row))}
      onOnly={(row) => propose(dispatchOf(row))}
      onOpen={(row) => onDispatch(row.number)}
      toDeliver={deliveryOfDispatches}
      onPreview={showInspector}
      menu={(row, download) => (
        <>
          <Menu.Item rightSection={<Keys of="open" />} onClick={() => onDispatch(row.number)}>
            {t('menu.documents')}
          </Menu.Item>
          <Menu.Divider />
          <SharedItems download={download} number={row.number} />
        </>
      )}
    />
  );
}

/** The disbursements of a result, and the number of dispatches whose disbursements are known. */
export function DisbursementList({
  known,
  ...props
}: Props<'disbursements'> & { known: KnownDispatches | undefined }) {
  const { t } = useTranslation('dossier');
  const context = useColumnContext();
  const paths = usePaths(props.resultSetId, 'disbursements');
  const columns = useMemo(() => disbursementColumns(context, paths), [context, paths]);
  const { inspect, propose } = useInspecting();
  const showInspector = useShowInspector();
  const dispatchOfPayment = ({ connectionId, dispatchNumber, rut }: RowOf<'disbursements'>) => ({
    connectionId,
    number: dispatchNumber,
    rut,
  });
  return (
    <>
      <PaymentsKnown scope={{ resultSetId: props.resultSetId }} known={known} more={t('known.anyDate')} />
      <ResultListFrame<'disbursements'>
        {...props}
        list="disbursements"
        columns={columns}
        note={paymentsKnownLabel(known, t)}
        onCursor={(row) => inspect(dispatchOfPayment(row))}
        onOnly={(row) => propose(dispatchOfPayment(row))}
        onOpen={showInspector}
        onPreview={showInspector}
        menu={(row) => <SharedItems number={row.dispatchNumber} />}
      />
    </>
  );
}

interface DocumentProps extends Pick<FileActions, 'open' | 'show'> {
  row: StoredDocument;
}

/** The context menu of a document: view it, open it outside, or show it in its folder. */
export function DocumentItems({ row, open, show }: DocumentProps) {
  const { t } = useTranslation('results');
  const { view } = useInspecting();
  const canHave = mayBeHad(row);
  return (
    <>
      <Menu.Item rightSection={<Keys of="preview" />} onClick={() => view('rows')}>
        {t('menu.view')}
      </Menu.Item>
      <Menu.Item disabled={!canHave} rightSection={<Keys of="outside" />} onClick={() => open(row)}>
        {t('menu.open')}
      </Menu.Item>
      <Menu.Item disabled={!canHave} onClick={() => show(row)}>
        {t('menu.show')}
      </Menu.Item>
    </>
  );
}

interface SharedItemsProps {
  download?: () => void;
  number: string;
}

function SharedItems({ download, number }: SharedItemsProps) {
  const { t } = useTranslation('results');
  return (
    <>
      {download && (
        <Menu.Item rightSection={<Keys of="download" />} onClick={download}>
          {t('menu.download')}
        </Menu.Item>
      )}
      {number !== '' && (
        <Menu.Item onClick={() => copy(number)}>{t('menu.copyNumber', { number })}</Menu.Item>
      )}
    </>
  );
}

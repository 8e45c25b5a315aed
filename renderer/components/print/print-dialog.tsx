import { Button, Loader } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ruleOf } from '../../../shared/error-codes.ts';
import type { PreparedPrint, UnprintedDocument } from '../../../shared/model/delivery.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import type { OpenedProps } from '../../ui/opened-dialog.tsx';
import screen from '../../ui/screen.module.css';
import type { DeliverySelection } from '../document-actions/delivery-selection.ts';
import { FetchAllButton, requestsOfDispatch } from '../document-actions/fetch-all-button.tsx';
import { SeveralClientsWarning } from '../document-actions/several-clients.tsx';
import styles from './print.module.css';
import { type PrintState, usePrintJob } from './use-print-job.ts';

/** More are printed from their merged files. */
const maxPrinted = { documents: 1000, dispatches: 200 } as const;

/** Prints what is selected; too much for one job is told. */
export default function PrintDialog(props: OpenedProps<DeliverySelection>) {
  const { t } = useTranslation('dossier');
  const { documents, dispatches } = props.about;
  const count = (documents ?? dispatches).length;
  const max = documents ? maxPrinted.documents : maxPrinted.dispatches;
  if (count <= max) return <PrintJob {...props} />;
  return (
    <Dialog onClose={props.onClose} title={t('handOver.print')}>
      {t('handOver.tooManyToPrint', { count, max })}
    </Dialog>
  );
}

/** A print job: fetches, joins and draws the documents, prints them, and names what cannot be printed. */
function PrintJob({ about, onClose }: OpenedProps<DeliverySelection>) {
  const { t } = useTranslation('deliveries');
  const { t: ui } = useTranslation('ui');
  const { state, prepared, images, partial, clients, ...job } = usePrintJob(about);
  const open = useInvokeMutation('deliveries.openPrint');
  const isReady = state.kind === 'ready';
  // Where documents of several clients would print together, the key that goes on is not under the finger.
  const goesOn = isReady && clients.length < 2;
  const isOver = !isReady && state.kind !== 'fetching' && state.kind !== 'drawing';
  const hasFile = prepared !== undefined && prepared.printed > 0;
  return (
    <Dialog title={t('print.title')} onClose={onClose}>
      <p role="status">
        {!isOver && !isReady && <Loader size="xs" />}{' '}
        <StateText state={state} prepared={prepared} about={about} />
      </p>
      {state.kind === 'failed' && <ErrorMessage error={state.error} />}
      {open.error && <ErrorMessage error={open.error} />}
      {partial.length > 0 && (
        <div className={screen.note} role="status">
          <span>{t('print.partial', { count: partial.length })}</span>
          <FetchAllButton
            label={t('print.completeFirst')}
            dispatches={() => partial}
            requests={partial.length * requestsOfDispatch}
            isDisabled={!isOver && !isReady}
            isSmall
            onEnd={isOver || isReady ? job.restart : () => undefined}
          />
        </div>
      )}
      {prepared && prepared.outsideRules > 0 && (
        <div className={screen.note} role="status">
          <span>{t('print.outsideRules', { count: prepared.outsideRules })}</span>
          <Button
            size="compact-xs"
            variant="default"
            disabled={!isOver && !isReady}
            onClick={job.restartWithAllTypes}
          >
            {t('print.withAllTypes')}
          </Button>
        </div>
      )}
      <SeveralClientsWarning ruts={clients} />
      {prepared && <Unprinted documents={prepared.unprinted} />}
      {isOver && hasFile && <p className={screen.soft}>{t('print.otherwise')}</p>}
      <DialogEnd>
        {isOver && hasFile && (
          <Button variant="default" loading={open.isPending} onClick={() => open.mutate(undefined)}>
            {t('print.openOutside')}
          </Button>
        )}
        {(state.kind === 'printed' || state.kind === 'failed') && (
          <ActionButton icon={IconPrinter} onClick={images.length > 0 ? job.printAgain : job.restart}>
            {t('print.again')}
          </ActionButton>
        )}
        <Button
          variant={isOver ? 'filled' : 'default'}
          ref={state.kind === 'drawing' ? focusOnMount : null}
          data-autofocus={!goesOn || undefined}
          onClick={onClose}
        >
          {ui(isOver ? 'close' : 'cancel')}
        </Button>
        {state.kind === 'ready' && (
          <Button
            data-autofocus={goesOn || undefined}
            ref={goesOn ? focusOnMount : null}
            onClick={state.goOn}
          >
            {t('print.goOn', { count: prepared?.printed ?? 0 })}
          </Button>
        )}
      </DialogEnd>
      <PrintSheets images={images} />
    </Dialog>
  );
}

/** A button takes the focus over from the one that goes. */
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus();

interface StateTextProps {
  state: PrintState;
  prepared: PreparedPrint | undefined;
  about: DeliverySelection;
}

function StateText({ state, prepared, about: { documents, dispatches } }: StateTextProps) {
  const { t } = useTranslation('deliveries');
  const { printed = 0, pages = 0, unprinted = [] } = prepared ?? {};
  switch (state.kind) {
    case 'fetching':
      return documents
        ? t('print.fetching', { count: documents.length })
        : t('print.fetchingDispatches', { count: dispatches.length });
    case 'ready':
      return unprinted.length === 0
        ? t('print.readyAll', { count: printed, pages })
        : t('print.ready', { count: printed, of: printed + unprinted.length, pages });
    case 'drawing':
      return t('print.drawing', { count: printed, done: state.drawn, of: state.of });
    case 'printed':
      return t('print.printed', { count: printed, pages });
    case 'nothing':
      return t('print.nothing');
    case 'elsewhere':
      return t('print.elsewhere');
    case 'failed':
      return null;
  }
}

/** The documents that are not in the print, each with its reason. */
function Unprinted({ documents }: { documents: readonly UnprintedDocument[] }) {
  const { t } = useTranslation('deliveries');
  const { t: verdictOf } = useTranslation('verdict');
  if (documents.length === 0) return null;
  return (
    <div className={screen.note} role="alert">
      <b>{t('print.unprinted', { count: documents.length })}</b>
      <ul className={styles.unprinted}>
        {documents.map((document, at) => {
          const { number, type, folio, reason, code } = document;
          const name = [number, type || t('noType'), folio].filter(Boolean).join(' ');
          const why =
            reason === undefined ? verdictOf(ruleOf(code).undelivered) : t(`print.reasons.${reason}`);
          // biome-ignore lint/suspicious/noArrayIndexKey: two documents may have one name, and nothing moves.
          return <li key={at}>{`${name}: ${why}`}</li>;
        })}
      </ul>
    </div>
  );
}

/** The addresses of the pages' pictures, as the printer gets them: on paper they are all that is in sight. */
function PrintSheets({ images }: { images: readonly string[] }) {
  return createPortal(
    <div className={styles.sheets} data-sheets>
      {images.map((url) => (
        <img key={url} className={styles.page} src={url} alt="" />
      ))}
    </div>,
    document.body,
  );
}

import { Button, Loader } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ruleOf } from '../../../shared/error-rules.ts';
import type { PreparedPrint, UnprintedDocument } from '../../../shared/model/delivery.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import type { OpenedProps } from '../../ui/opened-dialog.tsx';
import screen from '../../ui/screen.module.css';
import type { DeliverySelection } from '../downloads-dialog/delivery-selection.ts';
import styles from './print.module.css';
import { PrintSheets } from './print-sheets.tsx';
import { type PrintState, usePrintJob } from './use-print-job.ts';

/** A print job: fetches, joins and draws the documents, prints them, and names what cannot be printed. */
export default function PrintDialog({ about, onClose }: OpenedProps<DeliverySelection>) {
  const { t } = useTranslation('deliveries');
  const { t: ui } = useTranslation('ui');
  const { state, prepared, images, printAgain } = usePrintJob(about);
  const open = useInvokeMutation('handover.openPrint');
  const isOver = state.kind !== 'fetching' && state.kind !== 'drawing';
  const hasFile = prepared !== undefined && prepared.printed > 0;
  return (
    <Dialog title={t('print.title')} onClose={onClose}>
      <p role="status">
        {!isOver && <Loader size="xs" />} <StateText state={state} prepared={prepared} />
      </p>
      {state.kind === 'failed' && <ErrorMessage error={state.error} />}
      {open.error && <ErrorMessage error={open.error} />}
      {prepared && <Unprinted documents={prepared.unprinted} />}
      {isOver && hasFile && <p className={screen.soft}>{t('print.otherwise')}</p>}
      <DialogEnd>
        {isOver && hasFile && (
          <Button variant="default" loading={open.isPending} onClick={() => open.mutate(undefined)}>
            {t('print.openOutside')}
          </Button>
        )}
        {state.kind === 'printed' && (
          <Button variant="default" leftSection={<IconPrinter size={14} aria-hidden />} onClick={printAgain}>
            {t('print.again')}
          </Button>
        )}
        <Button variant={isOver ? 'filled' : 'default'} data-autofocus onClick={onClose}>
          {ui(isOver ? 'close' : 'cancel')}
        </Button>
      </DialogEnd>
      <PrintSheets images={images} />
    </Dialog>
  );
}

interface StateTextProps {
  state: PrintState;
  prepared: PreparedPrint | undefined;
}

function StateText({ state, prepared }: StateTextProps) {
  const { t } = useTranslation('deliveries');
  switch (state.kind) {
    case 'fetching':
      return t('print.fetching');
    case 'drawing':
      return t('print.drawing', { done: state.drawn, of: state.of });
    case 'printed':
      return t('print.printed', { count: prepared?.printed ?? 0, pages: prepared?.pages ?? 0 });
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
  if (documents.length === 0) return null;
  return (
    <div className={screen.note} role="alert">
      <b>{t('print.unprinted', { count: documents.length })}</b>
      <ul className={styles.unprinted}>
        {documents.map((document) => {
          const { number, type, folio, reason, code } = document;
          const name = [number, type || t('noType'), folio].filter(Boolean).join(' ');
          const why =
            reason === undefined ? t(`verdict.${ruleOf(code).undelivered}`) : t(`print.reasons.${reason}`);
          return <li key={`${name} ${why}`}>{`${name}: ${why}`}</li>;
        })}
      </ul>
    </div>
  );
}

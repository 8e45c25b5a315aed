import { Button, Checkbox } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredDocument } from '../../../shared/model/document.ts';
import { FileState } from '../../components/data-grid/cells.tsx';
import { deliveryOfDocuments } from '../../components/document-actions/delivery-selection.ts';
import { downloadOfDocuments } from '../../components/document-actions/download-selection.ts';
import { useGetDocuments } from '../../components/document-actions/open-download-dialog.ts';
import { usePrintDocuments } from '../../components/document-actions/use-print-documents.ts';
import { useSetting } from '../../ipc/settings-hooks.ts';
import { type Subject, useInspecting } from '../../ui/inspected-subject.ts';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import pane from '../../ui/pane.module.css';
import screen from '../../ui/screen.module.css';
import { usePaymentsOf } from '../../ui/use-payments-of.ts';
import { missingFiles, missingFirst } from './inspected-dispatch.ts';
import styles from './inspector.module.css';

interface Props {
  subject: Subject;
  documents: readonly StoredDocument[];
}

/** The dispatch's documents in its client's order, those without a file first; they can be selected. */
export function DispatchDocuments({ subject, documents }: Props) {
  const { t } = useTranslation('inspector');
  const keyText = useKeyText();
  const ownOrder = useSetting('documentOrders')[subject.rut];
  const payments = usePaymentsOf(subject)?.rows ?? [];
  const getDocuments = useGetDocuments();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const section = useRef<HTMLElement>(null);
  const selected = documents.filter(({ id }) => ticked.has(id));
  const download = () => getDocuments(downloadOfDocuments(selected));
  const print = usePrintDocuments();
  const printSelected = () => print(deliveryOfDocuments(selected));
  useCommand('print', () => {
    if (selected.length === 0 || !section.current?.contains(document.activeElement)) return false;
    printSelected();
  });
  useCommand('download', () => {
    if (selected.length === 0 || !section.current?.contains(document.activeElement)) return false;
    download();
  });
  function tick(id: string) {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  }
  const missing = missingFiles(documents).map(({ status, count }) => t(`lacking.${status}`, { count }));
  return (
    <section ref={section} className={pane.section}>
      <div className={styles.row}>
        <h3>
          {t('section.documents', { count: documents.length })}
          {missing.length > 0 && <span>{missing.join(' · ')}</span>}
        </h3>
        {selected.length > 0 && (
          <>
            <Button size="compact-xs" title={keyText('download')} onClick={download}>
              {t('downloadChosen', { count: selected.length })}
            </Button>
            <Button size="compact-xs" variant="default" title={keyText('print')} onClick={printSelected}>
              {t('printChosen', { count: selected.length })}
            </Button>
          </>
        )}
      </div>
      <ul>
        {missingFirst(documents, ownOrder).map((document) => (
          <DispatchDocument
            key={document.id}
            document={document}
            subject={subject}
            paidFor={payments
              .filter(({ supportedBy }) => supportedBy.some(({ documentId }) => documentId === document.id))
              .map(({ analysisName, providerName }) => analysisName || providerName)}
            isTicked={ticked.has(document.id)}
            onTick={() => tick(document.id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface DocumentProps {
  document: StoredDocument;
  subject: Subject;
  /** What the payments were for that it is the document of. */
  paidFor: readonly string[];
  isTicked: boolean;
  onTick: () => void;
}

/** A document of the dispatch: a click shows its data, two show its file. */
function DispatchDocument({ document, subject, paidFor, isTicked, onTick }: DocumentProps) {
  const { t } = useTranslation('inspector');
  const { inspect, view } = useInspecting();
  return (
    <li className={styles.row}>
      <Checkbox
        size="xs"
        aria-label={t('chooseDocument', {
          name: [document.type || t('noType'), document.folio].join(' ').trim(),
        })}
        checked={isTicked}
        onChange={onTick}
      />
      <button
        type="button"
        className={styles.document}
        data-inactive={document.isActive ? undefined : true}
        {...(document.id === subject.documentId && { 'aria-current': true })}
        onClick={() => inspect({ ...subject, documentId: document.id })}
        onDoubleClick={() => view('dispatch')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          inspect({ ...subject, documentId: document.id });
          view('dispatch');
        }}
      >
        <span className={styles.type}>
          {document.type || t('noType')}{' '}
          {document.folio && <span className={`${styles.folio} ${pane.soft}`}>{document.folio}</span>}{' '}
          {paidFor.length > 0 && <PaymentMark text={t('paidFor', { what: paidFor.join(', ') })} />}
        </span>
        <FileState document={document} />
      </button>
    </li>
  );
}

/** The mark of a document of a payment: it stands here once, and the payment leads to it. */
function PaymentMark({ text }: { text: string }) {
  return (
    <span className={pane.soft} title={text}>
      <IconReceipt size={13} aria-hidden />
      <span className={screen.unseen}>{text}</span>
    </span>
  );
}

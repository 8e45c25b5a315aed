import { Button } from '@mantine/core';
import { IconFileText, IconReceipt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type {
  ClaimReason,
  DocumentLink,
  Finding,
  PaymentLink,
  StatedLine,
} from '../../../shared/model/review.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { formatAmount, formatInstant } from '../../ui/format.ts';
import { type FindAtPage, type Subject, useInspecting, useSubject } from '../../ui/inspected-subject.ts';
import screen from '../../ui/screen.module.css';
import { findingReason, findingSubject } from './finding-labels.ts';
import styles from './review.module.css';

interface Props {
  finding: Finding;
  onRestore: (finding: Finding) => void;
}

/** Why the selected finding needs review, with links to its documents and disbursements. */
export function FindingDetail({ finding, onRestore }: Props) {
  const { t } = useTranslation('review');
  const clients = useInvokeQuery('clients.list', undefined).data;
  const { reason, documents, payments, dismissed } = finding;
  return (
    <section className={styles.detail} aria-label={t('detail')}>
      <div className={styles.what}>
        <b>{t(`kind.${reason.kind}`)}</b>
        <span className={styles.subject}>{findingSubject(reason, t)}</span>
        <span className={screen.push} />
        {dismissed && (
          <>
            <span className={screen.soft}>
              {t('dismissedAt', { at: formatInstant(dismissed.at, new Date()) })} {dismissed.note}
            </span>
            <Button size="compact-xs" variant="default" onClick={() => onRestore(finding)}>
              {t('restore')}
            </Button>
          </>
        )}
      </div>
      <p>{findingReason(finding, clients, t)}</p>
      {'stated' in reason && <Lines finding={finding} reason={reason} />}
      <ul aria-label={t('papers')}>
        {documents.map((document) => (
          <Document key={document.documentId} document={document} />
        ))}
        {payments.map((payment) => (
          <Payment key={compositeKey(payment.number, payment.id)} payment={payment} />
        ))}
      </ul>
    </section>
  );
}

/** The line of the document that states a value, and the line or value that contradicts it. */
function Lines({ finding: { documents }, reason }: { finding: Finding; reason: ClaimReason }) {
  const { t } = useTranslation('review');
  const { stated, other, known, against } = reason;
  const nameOf = (documentId: string) => {
    const { type = '', folio = '' } = documents.find((one) => one.documentId === documentId) ?? {};
    return joined(' ', type || t('noType'), folio);
  };
  const shown = [stated, ...(other ? [other] : [])];
  const { inspect, view } = useInspecting();
  function open(said: StatedLine) {
    const document = documents.find((one) => one.documentId === said.documentId);
    if (!document) return;
    const { connectionId, number, rut, documentId } = document;
    inspect({ connectionId, number, rut, documentId, find: findOf(said) });
    view('dispatch');
  }
  return (
    <dl className={styles.lines}>
      {shown.map((said, index) => (
        <div key={compositeKey(said.documentId, said.value, String(index))}>
          <dt>{joined(' · ', nameOf(said.documentId), said.page > 0 && t('page', { page: said.page }))}</dt>
          <dd>
            <button
              type="button"
              className={styles.document}
              title={t('openLine')}
              onClick={() => open(said)}
            >
              <q>{said.line}</q>
            </button>
          </dd>
        </div>
      ))}
      {against === 'service' && known !== '' && (
        <div>
          <dt>{t('service')}</dt>
          <dd>{known}</dd>
        </div>
      )}
    </dl>
  );
}

/** What the viewer looks for: the line as it is written; in a file without pages, its value. */
function findOf({ line, value, page }: StatedLine): FindAtPage {
  return page > 0 ? { text: line, page } : { text: value };
}

function Document({ document }: { document: DocumentLink }) {
  const { t } = useTranslation('review');
  const { connectionId, number, rut, documentId, type, folio, issuerName } = document;
  return (
    <Way to={{ connectionId, number, rut, documentId }} Icon={IconFileText} details={[issuerName]}>
      {joined(' ', type || t('noType'), folio)}
    </Way>
  );
}

function Payment({ payment }: { payment: PaymentLink }) {
  const { t } = useTranslation('review');
  const { connectionId, number, rut, analysisName, documentNumber, providerName, amount } = payment;
  return (
    <Way
      to={{ connectionId, number, rut }}
      Icon={IconReceipt}
      details={[providerName, amount !== undefined && formatAmount(amount)]}
    >
      {t('payment', { name: joined(' ', analysisName, documentNumber) })}
    </Way>
  );
}

interface WayProps {
  to: Subject;
  Icon: typeof IconReceipt;
  /** Shown after its dispatch; unknown values are omitted. */
  details: readonly (string | false | undefined)[];
  children: string;
}

/** A link to a document, or to a payment's dispatch, marked while the inspector shows it. */
function Way({ to, Icon, details, children }: WayProps) {
  const { t } = useTranslation('review');
  const subject = useSubject();
  const { inspect } = useInspecting();
  const isShown =
    subject?.connectionId === to.connectionId &&
    subject.number === to.number &&
    subject.documentId === to.documentId;
  return (
    <li>
      <button
        type="button"
        className={styles.document}
        {...(isShown && { 'aria-current': true })}
        onClick={() => inspect(to)}
      >
        <Icon size={14} aria-hidden />
        <span>{children}</span>
        <span className={screen.soft}>{joined(' · ', t('dispatch', { number: to.number }), ...details)}</span>
      </button>
    </li>
  );
}

function joined(by: string, ...texts: readonly (string | false | undefined)[]): string {
  return texts.filter(Boolean).join(by);
}

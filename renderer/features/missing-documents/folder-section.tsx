import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorData } from '../../../shared/errors.ts';
import type { DispatchKey, MatrixRow, MissingDocument } from '../../../shared/model/dossier.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import pane from '../../ui/pane.module.css';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { useUserRole } from '../../ui/use-user-role.ts';
import { CompletenessMark } from './completeness-mark.tsx';
import styles from './folder-section.module.css';
import { MissingKind } from './missing-kind.tsx';
import { missingReason, requestLabel } from './reason-labels.ts';
import { RequestDialog } from './request-dialog.tsx';
import { owesLabel } from './request-text.ts';

const messagesDialog = preloadable(async () => ({
  default: (await import('./messages-dialog.tsx')).MessagesDialog,
}));

interface Props {
  isPending: boolean;
  error: ErrorData | null;
  /** Absent if the dispatch is not stored. */
  row: MatrixRow | undefined;
  missing: readonly MissingDocument[];
  /** Other facts about the folder. */
  children: ReactNode;
}

interface OpenedDialog {
  kind: 'message' | 'note';
  /** As they were when it was opened: noted ones stay in their message. */
  missingDocuments: readonly MissingDocument[];
}

function dispatchOf({ connectionId, number }: MatrixRow): DispatchKey {
  return { connectionId, number };
}

/** The missing documents of the dispatch, with the reason and their requests; a message asks for them. */
export function FolderSection({ isPending, error, row, missing, children }: Props) {
  const { t } = useTranslation('missing');
  const userRole = useUserRole();
  usePreload(messagesDialog);
  const [dialog, setDialog] = useState<OpenedDialog>();
  const close = () => setDialog(undefined);
  const unasked = missing.filter(({ request }) => request === undefined);
  // Where all were asked for, the message asks once more.
  const toAsk = unasked.length > 0 ? unasked : missing;
  if (error) return <ErrorMessage error={error} />;
  if (isPending) {
    return (
      <section className={pane.section} aria-busy="true">
        <h3>{t('inFolder')}</h3>
        <p className={styles.waiting}>{t('lookingInFolder')}</p>
      </section>
    );
  }
  if (!row) return null;
  return (
    <section className={pane.section}>
      <h3 className={styles.head}>
        {t('inFolder')}
        <CompletenessMark completeness={row.completeness} missing={row.missing} />
      </h3>
      {missing.length > 0 && (
        <ul className={styles.missingList} aria-label={t('part.gaps')}>
          {missing.map((missingDocument) => (
            <li key={missingDocument.type}>
              <span className={styles.missingItem}>
                <b>{missingDocument.type}</b>
                <MissingKind kind={missingDocument.kind} />
              </span>
              <span className={pane.soft}>
                {[
                  missingReason(missingDocument, t),
                  owesLabel(missingDocument.responsible, userRole, t),
                  missingDocument.request && requestLabel(missingDocument.request, t),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <div className={styles.actions}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setDialog({ kind: 'message', missingDocuments: toAsk })}
          >
            {t('messages')}
          </Button>
          {unasked.length > 0 && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setDialog({ kind: 'note', missingDocuments: unasked })}
            >
              {t('note')}
            </Button>
          )}
        </div>
      )}
      {children}
      {dialog?.kind === 'note' && (
        <RequestDialog missingDocuments={dialog.missingDocuments} onClose={close} />
      )}
      {dialog?.kind === 'message' && (
        <messagesDialog.Component
          query={{ scope: { dispatches: [dispatchOf(row)] } }}
          missingDocuments={dialog.missingDocuments}
          onClose={close}
        />
      )}
    </section>
  );
}

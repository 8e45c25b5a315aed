import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredDocument } from '../../../shared/model/document.ts';
import { fileStatus } from '../../../shared/model/file-status.ts';
import { asRut } from '../../../shared/model/rut.ts';
import { dateOrMissing, FileState, textOrMissing } from '../../components/data-grid/cells.tsx';
import { mayBeHad } from '../../components/document-actions/delivery-selection.ts';
import { downloadOfDocuments } from '../../components/document-actions/download-selection.ts';
import { useGetDocuments } from '../../components/document-actions/open-download-dialog.ts';
import { useFileActions } from '../../components/document-viewer/use-file-actions.ts';
import { invoke, useAppMutation, useOnline } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useFocusBack } from '../../ui/last-focus.ts';
import pane from '../../ui/pane.module.css';
import { useToast } from '../../ui/toast.tsx';
import styles from './inspector.module.css';

interface Props {
  document: StoredDocument;
  /** Checks the status of its file again, with the button's label; absent while a check is running. */
  retry: RetryAction | undefined;
  /** Opens it in the viewer; absent if the viewer shows it already. */
  onView?: () => void;
}

interface RetryAction {
  label: string;
  refetch: () => void;
}

/** The selected document: its facts, the status of its file, and its actions. */
export function DocumentSection({ document, retry, onView }: Props) {
  const { t } = useTranslation('inspector');
  const { t: grid } = useTranslation('grid');
  const getDocuments = useGetDocuments();
  const { open, show, error } = useFileActions();
  const { type, folio, issueDate, issuerName, issuerId, path, pathBefore } = document;
  const status = fileStatus(document);
  const canRefetch = status === 'unsigned' || status === 'unknown';
  return (
    <section className={pane.section}>
      <h3>{t('section.document')}</h3>
      <dl className={styles.facts}>
        <dt>{grid('column.type')}</dt>
        <dd>{type || t('noType')}</dd>
        <dt>{grid('column.folio')}</dt>
        <dd>{textOrMissing(folio)}</dd>
        <dt>{grid('column.issueDate')}</dt>
        <dd>{dateOrMissing(issueDate)}</dd>
        <dt>{grid('column.issuerName')}</dt>
        <dd>{textOrMissing([issuerName, issuerId && asRut(issuerId)].filter(Boolean).join(' · '))}</dd>
        <dt>{grid('column.file')}</dt>
        <dd>
          <FileState document={document} />
          <div className={pane.soft}>{grid(`fileMeans.${status}`)}</div>
          {path !== undefined && <div className={pane.soft}>{path}</div>}
          {pathBefore !== undefined && <MovedFolderNotice path={pathBefore} />}
        </dd>
      </dl>
      {error && <ErrorMessage error={error} />}
      <div className={styles.actions}>
        {onView && status !== 'gone' && (
          <Button size="compact-xs" variant="default" onClick={onView}>
            {t('view')}
          </Button>
        )}
        {path === undefined && status !== 'none' && status !== 'gone' && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => getDocuments(downloadOfDocuments([document]))}
          >
            {t('downloadOne')}
          </Button>
        )}
        {mayBeHad(document) && (
          <>
            <Button size="compact-xs" variant="default" onClick={() => open(document)}>
              {t('open')}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => show(document)}>
              {t('show')}
            </Button>
          </>
        )}
        {canRefetch && retry && <RefetchButton {...retry} />}
      </div>
    </section>
  );
}

/** Unmounts once the service has responded; the list then takes the focus. */
function RefetchButton({ label, refetch }: RetryAction) {
  const isOnline = useOnline();
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button);
  return (
    <Button ref={button} size="compact-xs" variant="default" disabled={!isOnline} onClick={refetch}>
      {label}
    </Button>
  );
}

/**
 * Reports that a file is not at its path and asks for the new location of its folder. All files of the
 * folder's index are then found again.
 */
function MovedFolderNotice({ path }: { path: string }) {
  const { t } = useTranslation('downloads');
  const toast = useToast();
  const find = useAppMutation(async () => {
    const folder = await invoke('folder.choose', { title: t('whereNow') });
    if (folder === undefined) return;
    const { documents } = await invoke('downloads.importIndex', { folder, isQuick: true });
    toast(documents > 0 ? t('recognised', { count: documents }) : t('recognisedNone'));
  });
  return (
    <>
      <div className={pane.soft}>{t('wasAt', { path })}</div>
      <Button size="compact-xs" variant="default" loading={find.isPending} onClick={() => find.mutate()}>
        {t('whereNow')}
      </Button>
      {find.error && <ErrorMessage error={find.error} />}
    </>
  );
}

import { useDebouncedState, useDebouncedValue } from '@mantine/hooks';
import { IconCloudOff, IconDownload, IconRefresh } from '@tabler/icons-react';
import { type ComponentType, memo, useDeferredValue, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { DisbursementRow, DispatchView } from '../../../shared/model/search.ts';
import { StateText } from '../../components/data-grid/cells.tsx';
import { DeliveryMenu } from '../../components/downloads-dialog/delivery-menu.tsx';
import { downloadOfDispatches } from '../../components/downloads-dialog/download-selection.ts';
import { useGetDocuments } from '../../components/downloads-dialog/get-documents.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useOnline } from '../../ipc/online.ts';
import { AccessErrorMessage } from '../../ui/error-message/access-error-message.tsx';
import { formatInstant } from '../../ui/format.ts';
import { clientName } from '../../ui/query-text.ts';
import { type Subject, useInspecting } from '../../ui/subject.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { dispatchObject, stateOf } from './dispatch-facts.ts';
import { AllFields, FirstFacts, OtherFacts } from './dispatch-sections.tsx';
import { DocumentSection } from './document-section.tsx';
import { DocumentsSection } from './documents-section.tsx';
import styles from './inspector.module.css';
import { useDispatchView } from './use-dispatch-view.ts';
import { type FolderOfDispatch, useFolder } from './use-folder.ts';

interface Props extends DispatchParts {
  subject: Subject;
}

/** What other features tell of a dispatch, given by the shell, which knows them. */
interface DispatchParts {
  Folder: ComponentType<FolderOfDispatch>;
  Disbursements: ComponentType<{
    subject: Subject;
    disbursements: readonly DisbursementRow[];
    error: ErrorData | undefined;
  }>;
}

/** How long a person must rest at a row before the service is asked about its dispatch. */
const idleMs = 500;
/**
 * How long before what is kept of its folder, which costs no request, is looked for, where the row may only
 * be passed.
 */
const pauseMs = 100;
/** How long what stands below the folder waits for it, so that it has its place once it is there. */
const timeoutMs = 400;

/** What is known of the dispatch that is selected. */
export function Inspector({ subject, Folder, Disbursements }: Props) {
  const { t } = useTranslation('inspector');
  const isOnline = useOnline();
  const { view: viewDocument } = useInspecting();
  const { connectionId, number, rut, documentId } = subject;
  const dispatch = compositeKey(connectionId, number);
  const [settled] = useDebouncedValue(dispatch, idleMs);
  const hasDispatch = number !== '';
  // At once where a person stood still before it.
  const [arrived] = useDebouncedValue(dispatch, pauseMs, { leading: true });
  const found = useFolder(subject, arrived === dispatch && hasDispatch);
  const [late, setLate] = useDebouncedState('', timeoutMs);
  useEffect(() => setLate(dispatch), [dispatch, setLate]);
  const isLate = late === dispatch;
  const isIdle = hasDispatch && settled === dispatch;
  const known = useDispatchView({ connectionId, number, rut }, isIdle && isOnline);
  // An answer is drawn at once and in one piece, which takes longer than a frame: what is told of it is drawn
  // after that, in pieces. It is of the same dispatch as the subject, which the shell defers, too
  // (`app/inspected.tsx`).
  const view = useDeferredValue(known.view);
  const folder = useDeferredValue(found);
  const isWhole = useDeferredValue(!hasDispatch || !found.isPending || isLate);
  const object = useMemo(() => (view ? dispatchObject(view) : {}), [view]);
  const selected = view?.documents.find(({ id }) => id === documentId) ?? ownDocument(subject);
  const state = view ? stateOf(view, object) : '';
  const error = known.error ?? (isOnline ? known.fetchError : null);
  // A document of no dispatch is asked for by itself, which the viewer does.
  const alone = { label: t('again'), refetch: () => viewDocument('rows') };
  const retry = hasDispatch ? { label: t('askAgain'), refetch: known.refetch } : alone;
  return (
    <div className={styles.inspector}>
      <div className={styles.head}>
        <h2>{hasDispatch ? t('title', { number }) : t('noDispatch')}</h2>
        {state !== '' && <StateText state={state} />}
        <span className={styles.push} />
        {hasDispatch && <Tools dispatch={{ connectionId, number }} {...known} />}
      </div>
      <When rut={rut} view={view} isOnline={isOnline} />
      <div className={styles.body}>
        {error && <AccessErrorMessage error={error} />}
        {known.statusError && isOnline && <AccessErrorMessage error={known.statusError} />}
        {selected && (
          <DocumentSection
            document={selected}
            retry={retry}
            onView={() => viewDocument(hasDispatch ? 'dispatch' : 'rows')}
          />
        )}
        {view && (
          <OfDispatch
            {...{ subject, view, object, selected, folder, isWhole, Folder, Disbursements }}
            disbursementsError={isOnline ? known.disbursementsError : undefined}
          />
        )}
      </div>
    </div>
  );
}

interface ToolsProps extends Pick<ReturnType<typeof useDispatchView>, 'isFetching' | 'refetch'> {
  dispatch: DispatchKey;
}

/** What can be done with the dispatch. */
function Tools({ dispatch, isFetching, refetch }: ToolsProps) {
  const { t } = useTranslation('inspector');
  const getDocuments = useGetDocuments();
  const download = () => getDocuments(downloadOfDispatches([dispatch]));
  const readSelection = () => Promise.resolve({ dispatches: [dispatch] });
  return (
    <>
      <ToolButton icon={IconDownload} label={t('downloadAll')} onClick={download} />
      <DeliveryMenu isSmall isOfSubject count={1} readSelection={readSelection} />
      <ToolButton icon={IconRefresh} label={t('askAgain')} loading={isFetching} onClick={refetch} />
    </>
  );
}

interface WhenProps extends Pick<Subject, 'rut'> {
  view: DispatchView | undefined;
  isOnline: boolean;
}

/** Whose it is, and of when and how complete what is told of it is. */
function When({ rut, view, isOnline }: WhenProps) {
  const { t } = useTranslation('inspector');
  const clients = useInvokeQuery('clients.list', undefined).data;
  return (
    <div className={styles.when}>
      {!isOnline && <IconCloudOff size={13} aria-hidden />} {clientName(rut, clients)}
      {view &&
        view.asOf !== '' &&
        ` · ${t(isOnline ? 'asOf' : 'offline', { when: formatInstant(view.asOf, new Date()) })}`}
      {view && !view.isComplete && ` · ${t('partial')}`}
    </div>
  );
}

interface OfDispatchProps extends DispatchParts {
  subject: Subject;
  view: DispatchView;
  object: JsonObject;
  selected: StoredDocument | undefined;
  folder: FolderOfDispatch;
  /** Whether what stands below the folder has its place by now. */
  isWhole: boolean;
  disbursementsError: ErrorData | undefined;
}

/** What is told of a dispatch; drawn anew only when something of that has changed. */
const OfDispatch = memo(
  ({
    subject,
    view,
    object,
    selected,
    folder,
    isWhole,
    Folder,
    Disbursements,
    disbursementsError,
  }: OfDispatchProps) => (
    <>
      <FirstFacts object={object} />
      {subject.number !== '' && <Folder {...folder} />}
      {isWhole && (
        <>
          <DocumentsSection
            key={compositeKey(subject.connectionId, subject.number)}
            subject={subject}
            documents={view.documents}
          />
          <Disbursements subject={subject} disbursements={view.disbursements} error={disbursementsError} />
          <OtherFacts object={object} />
          <AllFields view={view} selected={selected} />
        </>
      )}
    </>
  ),
);

function ownDocument({ documentId, document }: Subject) {
  return document?.id === documentId ? document : undefined;
}

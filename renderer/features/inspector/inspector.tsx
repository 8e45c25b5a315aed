import { useDebouncedState, useDebouncedValue } from '@mantine/hooks';
import { IconCloudOff, IconDownload, IconPrinter, IconRefresh } from '@tabler/icons-react';
import { type ComponentType, memo, useDeferredValue, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import { clientName } from '../../../shared/model/client-names.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { DisbursementRow, DispatchView } from '../../../shared/model/search.ts';
import { StateText } from '../../components/data-grid/cells.tsx';
import { DeliveryMenu } from '../../components/document-actions/delivery-menu.tsx';
import { downloadOfDispatches } from '../../components/document-actions/download-selection.ts';
import { useGetDocuments } from '../../components/document-actions/open-download-dialog.ts';
import { usePrintDocuments } from '../../components/document-actions/use-print-documents.ts';
import { useInvokeQuery, useOnline } from '../../ipc/invoke-hooks.ts';
import { AccessErrorMessage } from '../../ui/error-message/access-error-message.tsx';
import { formatInstant } from '../../ui/format.ts';
import { type Subject, useInspecting } from '../../ui/inspected-subject.ts';
import screen from '../../ui/screen.module.css';
import { ToolButton } from '../../ui/tool-button.tsx';
import { DispatchDocuments } from './dispatch-documents.tsx';
import { AllFields, FirstFacts, OtherFacts } from './dispatch-sections.tsx';
import { DocumentSection } from './document-section.tsx';
import { dispatchObject, stateOf } from './inspected-dispatch.ts';
import styles from './inspector.module.css';
import { NoteSection } from './note-section.tsx';
import { useDispatchView } from './use-dispatch-view.ts';
import { type FolderOfDispatch, useFolder } from './use-folder.ts';

interface Props extends DispatchQueries {
  subject: Subject;
}

/** Sections of other features, passed in by the app, which may import them. */
interface DispatchQueries {
  Folder: ComponentType<FolderOfDispatch>;
  Disbursements: ComponentType<{
    subject: Subject;
    disbursements: readonly DisbursementRow[];
    error: ErrorData | undefined;
  }>;
}

/** How long a person must stay at a row before the service is queried for its dispatch, in ms. */
const idleMs = 500;
/**
 * Delay before the stored data of its folder, which needs no request, is read: the person may only be passing
 * the row.
 */
const pauseMs = 100;
/** How long the sections below the folder wait for it, so that nothing moves when it arrives. */
const timeoutMs = 400;

/** The known facts of the selected dispatch. */
export function Inspector({ subject, Folder, Disbursements }: Props) {
  const { t } = useTranslation('inspector');
  const isOnline = useOnline();
  const { view: viewDocument } = useInspecting();
  const { connectionId, number, rut, documentId } = subject;
  const dispatch = compositeKey(connectionId, number);
  const [stillDispatch] = useDebouncedValue(dispatch, idleMs);
  const hasDispatch = number !== '';
  // Without a delay if the person paused before it.
  const [arrived] = useDebouncedValue(dispatch, pauseMs, { leading: true });
  const found = useFolder(subject, arrived === dispatch && hasDispatch);
  const [late, setLate] = useDebouncedState('', timeoutMs);
  useEffect(() => setLate(dispatch), [dispatch, setLate]);
  const isLate = late === dispatch;
  const isIdle = hasDispatch && stillDispatch === dispatch;
  const known = useDispatchView({ connectionId, number, rut }, isIdle && isOnline);
  // A new result renders at once and in one piece, which takes longer than a frame: its details are deferred.
  // It belongs to the same dispatch as the subject, which the app defers too (`app/deferred-inspector.tsx`).
  const view = useDeferredValue(known.view);
  const folder = useDeferredValue(found);
  const isWhole = useDeferredValue(!hasDispatch || !found.isPending || isLate);
  const object = useMemo(() => (view ? dispatchObject(view) : {}), [view]);
  const selected = view?.documents.find(({ id }) => id === documentId) ?? ownDocument(subject);
  const state = view ? stateOf(view, object) : '';
  const error = known.error ?? (isOnline ? known.fetchError : null);
  // A document without a dispatch is requested on its own, by the viewer.
  const alone = { label: t('again'), refetch: () => viewDocument('rows') };
  const retry = hasDispatch ? { label: t('askAgain'), refetch: known.refetch } : alone;
  return (
    <div className={screen.screen}>
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
            subject={subject}
            view={view}
            object={object}
            selected={selected}
            folder={folder}
            isWhole={isWhole}
            Folder={Folder}
            Disbursements={Disbursements}
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

/** The actions on the dispatch. */
function Tools({ dispatch, isFetching, refetch }: ToolsProps) {
  const { t } = useTranslation('inspector');
  const getDocuments = useGetDocuments();
  const print = usePrintDocuments();
  const download = () => getDocuments(downloadOfDispatches([dispatch]));
  const readSelection = () => Promise.resolve({ dispatches: [dispatch] });
  return (
    <>
      <ToolButton icon={IconDownload} label={t('downloadAll')} onClick={download} />
      <ToolButton
        icon={IconPrinter}
        label={t('printAll')}
        onClick={() => print({ dispatches: [dispatch] })}
      />
      <DeliveryMenu isSmall isOfSubject count={1} readSelection={readSelection} />
      <ToolButton icon={IconRefresh} label={t('askAgain')} loading={isFetching} onClick={refetch} />
    </>
  );
}

interface WhenProps extends Pick<Subject, 'rut'> {
  view: DispatchView | undefined;
  isOnline: boolean;
}

/** Its client, and the age and completeness of its data. */
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

interface OfDispatchProps extends DispatchQueries {
  subject: Subject;
  view: DispatchView;
  object: JsonObject;
  selected: StoredDocument | undefined;
  folder: FolderOfDispatch;
  /** Whether the sections below the folder have their final position. */
  isWhole: boolean;
  disbursementsError: ErrorData | undefined;
}

/** The details of a dispatch; re-rendered only when a prop changes. */
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
          {subject.number !== '' && (
            <NoteSection
              key={compositeKey('note', subject.connectionId, subject.number)}
              {...ownDispatch(subject)}
            />
          )}
          <DispatchDocuments
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

function ownDispatch({ connectionId, number, rut }: Subject) {
  return { connectionId, number, rut };
}

function ownDocument({ documentId, document }: Subject) {
  return document?.id === documentId ? document : undefined;
}

import { Checkbox, Group, Loader, SegmentedControl } from '@mantine/core';
import { IconCheck, IconDownload, IconFileOff } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareTypes, inOrderOfTypes } from '../../../shared/dossier/document-order.ts';
import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import { asLanguage, type Language, languageNames, languages } from '../../../shared/model/languages.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { useSetting } from '../../ipc/settings-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import form from '../../ui/form.module.css';
import { Mark } from '../../ui/mark.tsx';
import screen from '../../ui/screen.module.css';
import { useWholeFirst, WholeFirstField } from './complete-dispatches-first.tsx';
import { DeliveryEnd, useDelivery } from './delivery-end.tsx';
import type { DeliverySelection } from './delivery-selection.ts';
import { isSelected, orderedByType, typesIn } from './document-order.ts';
import { FolderField, useFolder } from './folder-field.tsx';
import { OrderList } from './order-list.tsx';
import { OrderNote, useSaveOrder } from './order-note.tsx';
import { SeveralClientsField, useSeveralClients } from './several-clients.tsx';
import { readDocuments, useDocuments } from './use-documents.ts';

interface Props {
  selection: DeliverySelection;
  /** Whether incomplete dispatches are completed first by default. */
  isWhole?: boolean;
  onClose: () => void;
}

/** Up to this number, documents are shown for ordering; more dispatches have the order of their clients. */
const maxOrdered = 100;

/** One PDF per dispatch: destination, order, and language of the cover page. */
export default function MergeDialog({ selection, onClose }: Props) {
  return (
    <Dialog onClose={onClose} size="lg" title={useMergeTitle(selection.dispatches)}>
      <Merge selection={selection} onClose={onClose} />
    </Dialog>
  );
}

/** The title of a dialog that makes one PDF for each of these dispatches. */
export function useMergeTitle(dispatches: readonly Pick<DispatchKey, 'number'>[]): string {
  const { t } = useTranslation('deliveries');
  return dispatches.length === 1
    ? t('mergeOne', { number: dispatches[0]?.number ?? '' })
    : t('merge', { count: dispatches.length });
}

/** The form of the files, once their documents are known. */
export function Merge({ selection, isWhole = true, onClose }: Props) {
  const { dispatches } = selection;
  const canOrder = dispatches.length <= maxOrdered;
  const { data: documents, error } = useDocuments(canOrder ? dispatches : []);
  return (
    <>
      {error && <ErrorMessage error={error} />}
      {!documents && !error && <Loader size="sm" />}
      {documents && (
        <MergeForm
          selection={selection}
          isWhole={isWhole}
          documents={documents}
          canOrder={canOrder}
          onClose={onClose}
        />
      )}
    </>
  );
}

interface FormProps extends Required<Props> {
  documents: readonly DeliveryDocument[];
  canOrder: boolean;
}

/** What a person has ordered and left out of the files. */
interface MergeContent {
  /** The documents of a single dispatch, in their order. */
  order: readonly DeliveryDocument[];
  /** Ids of its documents that are left out. */
  excluded: ReadonlySet<string>;
  /** The types of several dispatches' documents, in their order. */
  types: readonly string[];
  withInactive: boolean;
  /** Whether the person has changed the order: their clients keep it. */
  isReordered: boolean;
}

/** The content of the files, initially the selected documents in their order. */
function useMergeContent({ selection, documents }: Pick<FormProps, 'selection' | 'documents'>) {
  const [content, setContent] = useState<MergeContent>(() => {
    const excluded = documents.filter((document) => !isSelected(selection, document));
    return {
      order: documents,
      excluded: new Set(excluded.map(({ documentId }) => documentId)),
      types: typesIn(documents.filter((document) => isSelected(selection, document))),
      withInactive: false,
      isReordered: false,
    };
  });
  const change = (changed: Partial<MergeContent>) => setContent((now) => ({ ...now, ...changed }));
  function toggle(documentId: string) {
    const excluded = new Set(content.excluded);
    if (!excluded.delete(documentId)) excluded.add(documentId);
    change({ excluded });
  }
  return { content, change, toggle };
}

/** The ordered documents of a dispatch among those known now: new ones come last. */
function documentIdsOf(
  { connectionId, number }: DispatchKey,
  now: readonly DeliveryDocument[],
  { selection, documents }: Pick<FormProps, 'selection' | 'documents'>,
  { order, excluded, types, withInactive, isReordered }: MergeContent,
): string[] {
  const own = now.filter((document) => document.number === number && document.connectionId === connectionId);
  const known = new Set(documents.map(({ documentId }) => documentId));
  const inOrder =
    selection.dispatches.length === 1
      ? [...order, ...own.filter((one) => one.isActive && !known.has(one.documentId))].filter(
          ({ documentId }) => !excluded.has(documentId),
        )
      : orderedByType(
          own.filter((document) => isSelected(selection, document) || (withInactive && !document.isActive)),
          // Otherwise each dispatch has the order of its client.
          isReordered ? types : [],
        );
  return inOrder.map(({ documentId }) => documentId);
}

/** The content with the types in the order that the files get, until the person changes it. */
function useShownOrder(content: MergeContent, ruts: readonly Rut[]): MergeContent {
  const orders = useSetting('documentOrders');
  const [only] = ruts.length === 1 ? ruts : [];
  if (content.isReordered) return content;
  const compare = compareTypes(only === undefined ? undefined : orders[only]);
  return { ...content, types: content.types.toSorted(compare) };
}

/** The types in the order of the content. */
function orderedTypes({ order, types }: MergeContent, isOne: boolean): readonly string[] {
  return isOne ? typesIn(order) : types;
}

/** The content in the order of customs offices. */
function inCustomsOrder({ order, types }: MergeContent): Partial<MergeContent> {
  return { order: inOrderOfTypes(order), types: types.toSorted(compareTypes()), isReordered: false };
}

function isAllExcluded({ order, excluded }: MergeContent): boolean {
  return order.every(({ documentId }) => excluded.has(documentId));
}

function MergeForm(props: FormProps) {
  const { selection, isWhole, documents, canOrder, onClose } = props;
  const { t, i18n } = useTranslation('deliveries');
  const { dispatches } = selection;
  const { folder, folderError, choose, isThere, orChosen } = useFolder('');
  const [opensMail, setOpensMail] = useState(false);
  const several = useSeveralClients(
    { dispatches: [...dispatches], documents: [], deliveryIds: [] },
    opensMail,
  );
  const saveOrder = useSaveOrder();
  const [language, setLanguage] = useState<Language>(asLanguage(i18n.language));
  const { content: stored, change, toggle } = useMergeContent(props);
  const content = useShownOrder(stored, several.ruts);
  const { withInactive } = stored;
  const isOne = dispatches.length === 1;
  const whole = useWholeFirst(
    selection.documents ? undefined : { read: async () => dispatches, isDefault: isWhole },
  );
  const start = useDelivery(async () => {
    if (!(await several.mayGo())) return 'not-yet';
    const into = await orChosen(t('folder'));
    if (into === undefined || !(await isThere())) return 'not-yet';
    const first = await whole.first();
    if (first === 'not-yet') return first;
    const now = first && canOrder ? await readDocuments(dispatches) : documents;
    if (content.isReordered) await saveOrder(several.ruts, orderedTypes(content, isOne));
    return invoke('handover.merge', {
      folder: into,
      opensMail,
      language,
      withInactive,
      dispatches: dispatches.map(({ connectionId, number }) => ({
        connectionId,
        number,
        ...(canOrder && { documentIds: documentIdsOf({ connectionId, number }, now, props, content) }),
      })),
    });
  }, onClose);
  function submit(event: FormEvent) {
    event.preventDefault();
    start.mutate();
  }

  const mayGrow = whole.isEnabled && whole.partial.length > 0;
  const isNothing = canOrder && isOne && !mayGrow && isAllExcluded(content);
  return (
    <form className={form.form} onSubmit={submit}>
      <FolderField
        label={t('folder')}
        description={t('folderMeans')}
        value={folder}
        error={folderError}
        onChange={choose}
      />
      {canOrder ? (
        <>
          <MergeOrder isOne={isOne} content={content} onChange={change} onToggle={toggle} />
          <OrderNote
            ruts={several.ruts}
            isReordered={content.isReordered}
            onReset={() => change(inCustomsOrder(content))}
          />
        </>
      ) : (
        <p className={screen.soft}>{t('plainOrder')}</p>
      )}
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('coverLanguage')}
          data={languages.map((value) => ({
            value,
            label: t('coverIn', { language: languageNames[value] }),
          }))}
          value={language}
          onChange={(value) => setLanguage(asLanguage(value))}
        />
        {!isOne && !selection.documents && (
          <Checkbox
            label={t('withInactive')}
            checked={withInactive}
            onChange={(event) => change({ withInactive: event.currentTarget.checked })}
          />
        )}
      </Group>
      <Checkbox
        label={t('opensMail')}
        checked={opensMail}
        onChange={({ currentTarget }) => setOpensMail(currentTarget.checked)}
      />
      {opensMail && <SeveralClientsField several={several} />}
      <WholeFirstField whole={whole} button={t('startMerge')} isDisabled={start.isPending} />
      <DeliveryEnd
        folder={folder}
        start={start}
        label={t('startMerge')}
        isDisabled={folderError !== undefined || several.isOpen || isNothing || dispatches.length === 0}
        onClose={onClose}
      />
    </form>
  );
}

interface MergeOrderProps {
  /** Whether there is a single dispatch: its documents are ordered, else the types of all. */
  isOne: boolean;
  content: MergeContent;
  onChange: (changed: Partial<MergeContent>) => void;
  onToggle: (documentId: string) => void;
}

/** The order of the files' content: documents of one dispatch, or types of several. */
function MergeOrder({ isOne, content, onChange, onToggle }: MergeOrderProps) {
  const { t } = useTranslation('deliveries');
  if (isOne) {
    return (
      <OrderList
        label={t('orderPapers')}
        items={content.order}
        onItems={(order) => onChange({ order, isReordered: true })}
        itemKey={({ documentId }) => documentId}
        nameOf={({ type, folio }) => [type || t('noType'), folio].filter(Boolean).join(' ')}
        isIncluded={({ documentId }) => !content.excluded.has(documentId)}
        onToggle={({ documentId }) => onToggle(documentId)}
        more={(document) => <DocumentStatus document={document} />}
      />
    );
  }
  if (content.types.length === 0) return null;
  return (
    <OrderList
      label={t('orderTypes')}
      items={content.types}
      onItems={(types) => onChange({ types, isReordered: true })}
      itemKey={(type) => type}
      nameOf={(type) => type || t('noType')}
    />
  );
}

/** Whether a document can go into the file: it is downloaded, will be downloaded, or has no file. */
function DocumentStatus({ document: { path, hasFile, isActive } }: { document: DeliveryDocument }) {
  const { t } = useTranslation('deliveries');
  const fileStatus = path !== undefined ? 'here' : hasFile ? 'not-downloaded' : 'without-file';
  return (
    <Mark style={markStyles[fileStatus]}>
      {t(`standing.${fileStatus}`)}
      {!isActive && <span className={screen.soft}>· {t('standing.inactive')}</span>}
    </Mark>
  );
}

const markStyles = {
  here: [IconCheck, 'good'],
  'not-downloaded': [IconDownload, 'soft'],
  'without-file': [IconFileOff, 'warn'],
} as const;

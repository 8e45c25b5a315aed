import { Checkbox, Group, Loader, SegmentedControl } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCheck, IconDownload, IconFileOff } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import { asLanguage, type Language, languages } from '../../../shared/model/languages.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import form from '../../ui/form.module.css';
import { Mark } from '../../ui/mark.tsx';
import screen from '../../ui/screen.module.css';
import { ToolButton } from '../../ui/tool-button.tsx';
import { DeliveryEnd, useDelivery } from './delivery-end.tsx';
import type { DeliverySelection } from './delivery-selection.ts';
import { isSelected, moved, orderedByType, typesIn } from './document-order.ts';
import { FolderField, useFolder } from './folder-field.tsx';
import styles from './get-documents.module.css';
import { readDocuments, useDocuments } from './use-documents.ts';
import { useWholeFirst, WholeFirstField } from './whole-first.tsx';

interface Props {
  selection: DeliverySelection;
  /** Whether incomplete dispatches are completed first by default. */
  isWhole?: boolean;
  onClose: () => void;
}

/**
 * Up to this number, documents are shown for ordering; more dispatches are merged by type, number and date.
 */
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
  const { t } = useTranslation('handover');
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
      {documents && <MergeForm {...{ selection, isWhole, documents, canOrder, onClose }} />}
    </>
  );
}

interface FormProps extends Required<Props> {
  documents: readonly DeliveryDocument[];
  canOrder: boolean;
}

function MergeForm({ selection, isWhole, documents, canOrder, onClose }: FormProps) {
  const { t, i18n } = useTranslation('handover');
  const { dispatches } = selection;
  const { folder, folderError: removed, choose, isThere } = useFolder('');
  const [language, setLanguage] = useState<Language>(asLanguage(i18n.language));
  const [withInactive, setWithInactive] = useState(false);
  const [order, setOrder] = useState<readonly DeliveryDocument[]>(documents);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        documents.filter((document) => !isSelected(selection, document)).map(({ documentId }) => documentId),
      ),
  );
  const [types, setTypes] = useState<readonly string[]>(() =>
    typesIn(documents.filter((one) => isSelected(selection, one))),
  );
  const isOne = dispatches.length === 1;

  const whole = useWholeFirst(
    selection.documents ? undefined : { read: async () => dispatches, isDefault: isWhole },
  );

  /** The ordered documents of a dispatch among those known now: new ones come last. */
  function documentIdsOf(number: string, connectionId: string, now: readonly DeliveryDocument[]): string[] {
    const own = now.filter(
      (document) => document.number === number && document.connectionId === connectionId,
    );
    const known = new Set(documents.map(({ documentId }) => documentId));
    const inOrder = isOne
      ? [...order, ...own.filter((one) => one.isActive && !known.has(one.documentId))].filter(
          ({ documentId }) => !excluded.has(documentId),
        )
      : orderedByType(
          own.filter((document) => isSelected(selection, document) || (withInactive && !document.isActive)),
          types,
        );
    return inOrder.map(({ documentId }) => documentId);
  }

  const start = useDelivery(async () => {
    if (!(await isThere())) return 'not-yet';
    const first = await whole.first();
    if (first === 'not-yet') return first;
    const now = first && canOrder ? await readDocuments(dispatches) : documents;
    return invoke('handover.merge', {
      ...{ folder, language, withInactive },
      dispatches: dispatches.map(({ connectionId, number }) => ({
        ...{ connectionId, number },
        ...(canOrder && { documentIds: documentIdsOf(number, connectionId, now) }),
      })),
    });
  }, onClose);
  function submit(event: FormEvent) {
    event.preventDefault();
    start.mutate();
  }

  const toggle = (documentId: string) => {
    const next = new Set(excluded);
    if (!next.delete(documentId)) next.add(documentId);
    setExcluded(next);
  };
  const mayGrow = whole.isEnabled && whole.partial.length > 0;
  const isNothing =
    canOrder && isOne && !mayGrow && order.every(({ documentId }) => excluded.has(documentId));
  return (
    <form className={form.form} onSubmit={submit}>
      <FolderField
        label={t('folder')}
        description={t('folderMeans')}
        value={folder}
        error={removed}
        onChange={choose}
        isFirst={folder === ''}
      />
      {!canOrder && <p className={screen.soft}>{t('plainOrder')}</p>}
      {canOrder && isOne && (
        <OrderList
          label={t('orderPapers')}
          items={order}
          onItems={setOrder}
          itemKey={({ documentId }) => documentId}
          nameOf={({ type, folio }) => [type || t('noType'), folio].filter(Boolean).join(' ')}
          isIn={({ documentId }) => !excluded.has(documentId)}
          onToggle={({ documentId }) => toggle(documentId)}
          more={(document) => <DocumentStatus document={document} />}
        />
      )}
      {canOrder && !isOne && types.length > 0 && (
        <OrderList
          label={t('orderTypes')}
          items={types}
          onItems={setTypes}
          itemKey={(type) => type}
          nameOf={(type) => type || t('noType')}
        />
      )}
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('coverLanguage')}
          data={languages.map((value) => ({ value, label: t(`coverIn.${value}`) }))}
          value={language}
          onChange={(value) => setLanguage(asLanguage(value))}
        />
        {!isOne && !selection.documents && (
          <Checkbox
            label={t('withInactive')}
            checked={withInactive}
            onChange={(event) => setWithInactive(event.currentTarget.checked)}
          />
        )}
      </Group>
      <WholeFirstField whole={whole} button={t('startMerge')} isDisabled={start.isPending} />
      <DeliveryEnd
        folder={removed ? '' : folder}
        start={start}
        label={t('startMerge')}
        isDisabled={isNothing || dispatches.length === 0}
        onClose={onClose}
      />
    </form>
  );
}

/** Whether a document can go into the file: it is downloaded, will be downloaded, or has no file. */
function DocumentStatus({ document: { path, hasFile, isActive } }: { document: DeliveryDocument }) {
  const { t } = useTranslation('handover');
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

interface OrderListProps<Item> {
  label: string;
  items: readonly Item[];
  onItems: (items: readonly Item[]) => void;
  itemKey: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** Whether an item is included; all are if absent. */
  isIn?: (item: Item) => boolean;
  onToggle?: (item: Item) => void;
  more?: (item: Item) => ReactNode;
}

/** Items that a person orders by buttons, or with Alt and the arrow keys. */
function OrderList<Item>({
  label,
  items,
  onItems,
  itemKey,
  nameOf,
  isIn,
  onToggle,
  more,
}: OrderListProps<Item>) {
  const { t } = useTranslation('handover');
  function press(event: KeyboardEvent, index: number) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onItems(moved(items, index, by));
  }
  return (
    <div>
      <div className={styles.label} id="order-list">
        {label}
      </div>
      <ol className={styles.order} aria-labelledby="order-list">
        {items.map((item, index) => (
          <li key={itemKey(item)} onKeyDown={(event) => press(event, index)}>
            {isIn && onToggle ? (
              <Checkbox label={nameOf(item)} checked={isIn(item)} onChange={() => onToggle(item)} />
            ) : (
              <span>{nameOf(item)}</span>
            )}
            {more && <span className={styles.more}>{more(item)}</span>}
            <ToolButton
              icon={IconArrowUp}
              size={24}
              disabled={index === 0}
              label={t('moveUp', { name: nameOf(item) })}
              onClick={() => onItems(moved(items, index, -1))}
            />
            <ToolButton
              icon={IconArrowDown}
              size={24}
              disabled={index === items.length - 1}
              label={t('moveDown', { name: nameOf(item) })}
              onClick={() => onItems(moved(items, index, 1))}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

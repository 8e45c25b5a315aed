import { Checkbox } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconDownload,
  IconFileOff,
  IconGripVertical,
} from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareTypes, inOrderOfTypes } from '../../../shared/dossier/document-order.ts';
import type { DeliveryDocument } from '../../../shared/model/delivery.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { unusable } from '../../ui/button-element.tsx';
import screen from '../../ui/screen.module.css';
import { StatusLabel } from '../../ui/status-label.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './document-actions.module.css';
import { moved } from './merge-choice.ts';
import { OrderNote } from './order-note.tsx';

/** What a person has ordered and left out of the files. */
export interface MergeContent {
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

interface OrderProps {
  /** Whether there is a single dispatch: its documents are ordered, else the types of all. */
  isOne: boolean;
  content: MergeContent;
  onChange: (changed: Partial<MergeContent>) => void;
  onToggle: (documentId: string) => void;
}

/** The order of the files' content, and whether it is stored as that of the clients. */
export function MergeOrder({
  isOne,
  content,
  ruts,
  onChange,
  onToggle,
}: OrderProps & { ruts: readonly Rut[] }) {
  return (
    <>
      {isOne ? (
        <DocumentOrder content={content} onChange={onChange} onToggle={onToggle} />
      ) : (
        <TypeOrder content={content} onChange={onChange} />
      )}
      <OrderNote
        ruts={ruts}
        isReordered={content.isReordered}
        onReset={() => onChange(inCustomsOrder(content))}
      />
    </>
  );
}

/** The content in the order of customs offices. */
function inCustomsOrder({ order, types }: MergeContent): Partial<MergeContent> {
  return { order: inOrderOfTypes(order), types: types.toSorted(compareTypes()), isReordered: false };
}

/** The documents of one dispatch, in their order. */
function DocumentOrder({ content, onChange, onToggle }: Omit<OrderProps, 'isOne'>) {
  const { t } = useTranslation('deliveries');
  return (
    <OrderList
      label={t('orderPapers')}
      items={content.order}
      onItems={(order) => onChange({ order, isReordered: true })}
      itemKey={({ documentId }) => documentId}
      nameOf={({ type, folio }) => [type || t('noType'), folio].filter(Boolean).join(' ')}
      isIncluded={({ documentId }) => !content.excluded.has(documentId)}
      onToggle={({ documentId }) => onToggle(documentId)}
      more={(document) => (
        <DocumentStatus document={document} isExcluded={content.excluded.has(document.documentId)} />
      )}
    />
  );
}

/** The types of several dispatches' documents, in their order. */
function TypeOrder({ content, onChange }: Pick<OrderProps, 'content' | 'onChange'>) {
  const { t } = useTranslation('deliveries');
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

interface DocumentStatusProps {
  document: DeliveryDocument;
  /** It stays out of the file, so nothing is downloaded for it. */
  isExcluded: boolean;
}

/** Whether a document can go into the file: it is downloaded, will be downloaded, or has no file. */
function DocumentStatus({ document: { path, hasFile, isActive }, isExcluded }: DocumentStatusProps) {
  const { t } = useTranslation('deliveries');
  const fileStatus = path !== undefined ? 'here' : hasFile ? 'not-downloaded' : 'without-file';
  const label = isExcluded && fileStatus === 'not-downloaded' ? 'not-here' : fileStatus;
  return (
    <StatusLabel style={markStyles[fileStatus]}>
      {t(`standing.${label}`)}
      {!isActive && <span className={screen.soft}>· {t('standing.inactive')}</span>}
    </StatusLabel>
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
  isIncluded?: (item: Item) => boolean;
  onToggle?: (item: Item) => void;
  more?: (item: Item) => ReactNode;
}

/** Items that a person orders by dragging, by buttons, or with Alt and the arrow keys. */
export function OrderList<Item>(props: OrderListProps<Item>) {
  const { label, items, onItems, itemKey, nameOf, isIncluded, onToggle, more } = props;
  const { t } = useTranslation('deliveries');
  const labelId = useId();
  function move(index: number, by: -1 | 1) {
    const next = moved(items, index, by);
    if (next !== items) onItems(next);
  }
  function press(event: KeyboardEvent, index: number) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    move(index, by);
  }
  const [dragged, setDragged] = useState<string>();
  /** Moves the dragged item to where the pointer is: the list shows at once what a drop leaves. */
  function dragOver(event: DragEvent, index: number) {
    const from = items.findIndex((item) => itemKey(item) === dragged);
    const item = items[from];
    if (item === undefined) return;
    event.preventDefault();
    if (from !== index) onItems(items.toSpliced(from, 1).toSpliced(index, 0, item));
  }
  function startDrag({ dataTransfer }: DragEvent, item: Item) {
    dataTransfer.effectAllowed = 'move';
    // Some systems start no drag without data.
    dataTransfer.setData('text/plain', nameOf(item));
    setDragged(itemKey(item));
  }
  return (
    <div>
      <div className={styles.label} id={labelId}>
        {label}
      </div>
      <ol className={styles.order} aria-labelledby={labelId}>
        {items.map((item, index) => (
          <li
            key={itemKey(item)}
            draggable
            data-dragged={itemKey(item) === dragged ? true : undefined}
            onKeyDown={(event) => press(event, index)}
            onDragStart={(event) => startDrag(event, item)}
            onDragOver={(event) => dragOver(event, index)}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
          >
            <IconGripVertical size={14} aria-hidden className={styles.handle} />
            {isIncluded && onToggle ? (
              <Checkbox label={nameOf(item)} checked={isIncluded(item)} onChange={() => onToggle(item)} />
            ) : (
              <span>{nameOf(item)}</span>
            )}
            {more && <span className={styles.more}>{more(item)}</span>}
            <ToolButton
              icon={IconArrowUp}
              size={24}
              {...unusable(index === 0)}
              label={t('moveUp', { name: nameOf(item) })}
              onClick={() => move(index, -1)}
            />
            <ToolButton
              icon={IconArrowDown}
              size={24}
              {...unusable(index === items.length - 1)}
              label={t('moveDown', { name: nameOf(item) })}
              onClick={() => move(index, 1)}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './get-documents.module.css';
import { moved } from './merge-choice.ts';

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
export function OrderList<Item>({
  label,
  items,
  onItems,
  itemKey,
  nameOf,
  isIncluded,
  onToggle,
  more,
}: OrderListProps<Item>) {
  const { t } = useTranslation('deliveries');
  function press(event: KeyboardEvent, index: number) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onItems(moved(items, index, by));
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
      <div className={styles.label} id="order-list">
        {label}
      </div>
      <ol className={styles.order} aria-labelledby="order-list">
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

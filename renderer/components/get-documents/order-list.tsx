import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './get-documents.module.css';
import { moved } from './paper-order.ts';

interface Props<Item> {
  label: string;
  items: readonly Item[];
  onItems: (items: readonly Item[]) => void;
  keyOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** Whether an item is taken; every one is when this is left out. */
  isIn?: (item: Item) => boolean;
  onToggle?: (item: Item) => void;
  more?: (item: Item) => ReactNode;
}

/** Items in an order that a person gives them: by buttons, or with Alt and the arrow keys. */
export function OrderList<Item>({ label, items, onItems, keyOf, nameOf, isIn, onToggle, more }: Props<Item>) {
  const { t } = useTranslation('handover');
  function press(event: KeyboardEvent, place: number) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onItems(moved(items, place, by));
  }
  return (
    <div>
      <div className={styles.label} id="order-list">
        {label}
      </div>
      <ol className={styles.order} aria-labelledby="order-list">
        {items.map((item, place) => (
          <li key={keyOf(item)} onKeyDown={(event) => press(event, place)}>
            {isIn && onToggle ? (
              <Checkbox label={nameOf(item)} checked={isIn(item)} onChange={() => onToggle(item)} />
            ) : (
              <span>{nameOf(item)}</span>
            )}
            {more && <span className={styles.more}>{more(item)}</span>}
            <ToolButton
              icon={IconArrowUp}
              size={24}
              disabled={place === 0}
              label={t('moveUp', { name: nameOf(item) })}
              onClick={() => onItems(moved(items, place, -1))}
            />
            <ToolButton
              icon={IconArrowDown}
              size={24}
              disabled={place === items.length - 1}
              label={t('moveDown', { name: nameOf(item) })}
              onClick={() => onItems(moved(items, place, 1))}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

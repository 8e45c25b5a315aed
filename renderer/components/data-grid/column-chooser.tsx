import { TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../shared/without-accents.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { type Arrangement, moveBy, show } from './column-arrangement.ts';
import styles from './column-chooser.module.css';

interface Props {
  columns: readonly { id: string; title: string }[];
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
}

/** Which columns of a list are shown, and in what order. */
export default function ColumnChooser({ columns, arrangement, onArrange }: Props) {
  const { t } = useTranslation('results');
  const [filter, setFilter] = useState('');
  const titles = new Map(columns.map(({ id, title }) => [id, title]));
  const needle = fold(filter);
  // Also matches the service's own field names, which its manuals use. Visible columns come first, so that
  // their order can be seen and changed.
  const ordered = [
    ...arrangement.order.filter((id) => arrangement.shown.has(id)),
    ...arrangement.order.filter((id) => !arrangement.shown.has(id)),
  ].filter((id) => titles.has(id) && [titles.get(id) ?? '', id].some((name) => fold(name).includes(needle)));
  return (
    <div className={styles.chooser}>
      <TextInput
        aria-label={t('findColumn')}
        placeholder={t('findColumn')}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <ol>
        {ordered.map((id) => {
          const title = titles.get(id) ?? id;
          const isShown = arrangement.shown.has(id);
          return (
            <li key={id}>
              <CheckField
                label={title}
                checked={isShown}
                onCheck={(isChecked) => onArrange(show(arrangement, id, isChecked))}
              />
              {isShown && filter === '' && (
                <>
                  <ToolButton
                    icon={IconArrowUp}
                    size={24}
                    label={t('moveUp', { column: title })}
                    onClick={() => onArrange(moveBy(arrangement, id, -1))}
                  />
                  <ToolButton
                    icon={IconArrowDown}
                    size={24}
                    label={t('moveDown', { column: title })}
                    onClick={() => onArrange(moveBy(arrangement, id, 1))}
                  />
                </>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

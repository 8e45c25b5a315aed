import { Button, CloseButton, Menu, TextInput } from '@mantine/core';
import { IconChevronDown, IconDeviceFloppy, IconFilter, IconRefresh } from '@tabler/icons-react';
import { memo, type Ref, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListName } from '../../../shared/model/lists.ts';
import type { RowsQuery } from '../../../shared/model/question.ts';
import type { Arrangement } from '../../components/data-grid/arrangement.ts';
import { ColumnsButton } from '../../components/data-grid/columns-button.tsx';
import { ExcelMenu } from '../../components/data-grid/excel-menu.tsx';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import words from '../../ui/tool-words.module.css';
import styles from './results.module.css';

interface Props {
  list: ListName;
  filter: string;
  group: RowsQuery['group'];
  columns: readonly { id: string; title: string }[];
  arrangement: Arrangement;
  /** There is no row, and so nothing to save. */
  isEmpty: boolean;
  canRefresh: boolean;
  canSave: boolean;
  /** The same object at every drawing. */
  acts: ListActs;
}

/** What the tools of a list do. */
export interface ListActs {
  filter: (filter: string) => void;
  group: (group: RowsQuery['group']) => void;
  arrange: (arrangement: Arrangement) => void;
  saveAs: (format: 'csv' | 'xlsx') => void;
  copy: () => void;
  save: () => void;
  refresh: () => void;
}

const groups: Readonly<Record<ListName, readonly RowsQuery['group'][]>> = {
  dispatches: ['none', 'client'],
  documents: ['none', 'dispatch', 'type', 'client'],
  disbursements: ['none', 'dispatch', 'client'],
};

const everyGroup = [...new Set(Object.values(groups).flat())];

/** What can be done with a list as it is shown; drawn anew only when something of that has changed. */
export const ListTools = memo(
  ({ list, filter, group, columns, arrangement, isEmpty, canRefresh, canSave, acts }: Props) => {
    const { t } = useTranslation('results');
    const keyText = useKeyText();
    const field = useRef<HTMLInputElement>(null);
    useCommand('filter', () => field.current?.select());
    useCommand('save', acts.save);
    useCommand('refresh', acts.refresh);
    return (
      <div className={styles.bar} role="toolbar" aria-label={t('tools')}>
        <FilterField field={field} filter={filter} onFilter={acts.filter} />
        <Menu>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
              <span className={styles.grouping}>
                {everyGroup.map((each) => (
                  <span key={each} aria-hidden={each !== group}>
                    {each === 'none' ? t('group') : t(`groupBy.${each}`)}
                  </span>
                ))}
              </span>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.RadioGroup
              value={group}
              onChange={(value) => acts.group(groups[list].find((each) => each === value) ?? 'none')}
            >
              {groups[list].map((each) => (
                <Menu.RadioItem key={each} value={each} closeMenuOnClick>
                  {t(`groupBy.${each}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Dropdown>
        </Menu>
        <ColumnsButton columns={columns} arrangement={arrangement} onArrange={acts.arrange} />
        <ExcelMenu onSave={acts.saveAs} onCopy={acts.copy} isDisabled={isEmpty} />
        <span className={styles.push} />
        <ToolButton
          icon={IconRefresh}
          label={t('refresh')}
          command="refresh"
          // While nothing can be asked again it keeps its place, and the focus where it has it.
          aria-disabled={!canRefresh}
          {...(!canRefresh && { 'data-disabled': true })}
          onClick={acts.refresh}
        />
        <Button
          variant="default"
          leftSection={<IconDeviceFloppy size={14} aria-hidden />}
          aria-label={t('save')}
          title={keyText('save')}
          disabled={!canSave}
          onClick={acts.save}
        >
          <span className={words.word}>{t('saveShort')}</span>
        </Button>
      </div>
    );
  },
);

/** How long nothing is typed before the list is filtered. */
const filterAfterMs = 120;

interface FilterProps {
  field: Ref<HTMLInputElement>;
  filter: string;
  onFilter: (filter: string) => void;
}

/** Follows each letter by itself; the list follows once a word stands. */
function FilterField({ field, filter, onFilter }: FilterProps) {
  const { t } = useTranslation('results');
  const keyText = useKeyText();
  const [typed, setTyped] = useState(filter);
  const [told, setTold] = useState(filter);
  // Another filter came from elsewhere: a dispatch that was opened, another list.
  if (told !== filter) {
    setTold(filter);
    setTyped(filter);
  }
  const tell = useEffectEvent((text: string) => {
    startTransition(() => {
      setTold(text);
      onFilter(text);
    });
  });
  function tellNow() {
    setTold(typed);
    onFilter(typed);
  }
  useEffect(() => {
    const timer = setTimeout(() => tell(typed), filterAfterMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      ref={field}
      className={styles.filter ?? ''}
      aria-label={t('filter')}
      placeholder={t('filter')}
      title={keyText('filter')}
      leftSection={<IconFilter size={14} aria-hidden />}
      rightSection={
        typed !== '' && <CloseButton size="xs" aria-label={t('clearFilter')} onClick={() => setTyped('')} />
      }
      value={typed}
      maxLength={500}
      spellCheck={false}
      onChange={(event) => setTyped(event.currentTarget.value)}
      // What is done next is done with the rows that the words leave.
      onBlur={tellNow}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey) tellNow();
        if (event.key !== 'Escape' || typed === '') return;
        event.preventDefault();
        setTyped('');
      }}
    />
  );
}

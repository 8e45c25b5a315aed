import { Button, CloseButton, Menu, TextInput } from '@mantine/core';
import { IconChevronDown, IconDeviceFloppy, IconFilter } from '@tabler/icons-react';
import { memo, type Ref, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListName } from '../../../shared/model/lists.ts';
import type { RowsQuery } from '../../../shared/model/question.ts';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { MenuButton } from '../../ui/opening-button.tsx';
import { useToast } from '../../ui/toast.tsx';
import words from '../../ui/tool-words.module.css';
import styles from './results.module.css';

interface Props {
  list: ListName;
  /** The filter that the list opens with. */
  opened: string;
  group: RowsQuery['group'];
  /** The same functions at every drawing. */
  onFilter: (filter: string) => void;
  onGroup: (group: RowsQuery['group']) => void;
}

const groups: Readonly<Record<ListName, readonly RowsQuery['group'][]>> = {
  dispatches: ['none', 'client'],
  documents: ['none', 'dispatch', 'type', 'client'],
  disbursements: ['none', 'dispatch', 'client'],
};

const everyGroup = [...new Set(Object.values(groups).flat())];

/** The filter of a list, and its grouping; drawn anew only when that has changed. */
export const ListTools = memo(({ list, opened, group, onFilter, onGroup }: Props) => {
  const { t } = useTranslation('results');
  const field = useRef<HTMLInputElement>(null);
  useCommand('filter', () => field.current?.select());
  return (
    <>
      <FilterField field={field} opened={opened} onFilter={onFilter} />
      <MenuButton
        button={(opening) => (
          <Button {...opening} variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            <span className={styles.grouping}>
              {everyGroup.map((each) => (
                <span key={each} aria-hidden={each !== group}>
                  {each === 'none' ? t('group') : t(`groupBy.${each}`)}
                </span>
              ))}
            </span>
          </Button>
        )}
      >
        <Menu.RadioGroup
          value={group}
          onChange={(value) => onGroup(groups[list].find((each) => each === value) ?? 'none')}
        >
          {groups[list].map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              {t(`groupBy.${each}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </MenuButton>
    </>
  );
});

interface SaveProps {
  isDisabled: boolean;
  onSave: () => void;
}

/** Saves the search whose list this is. */
export const SaveButton = memo(({ isDisabled, onSave }: SaveProps) => {
  const { t } = useTranslation('results');
  const keyText = useKeyText();
  useCommand('save', onSave);
  return (
    <Button
      variant="default"
      leftSection={<IconDeviceFloppy size={14} aria-hidden />}
      aria-label={t('save')}
      title={keyText('save')}
      disabled={isDisabled}
      onClick={onSave}
    >
      <span className={words.word}>{t('saveShort')}</span>
    </Button>
  );
});

/** How long nothing is typed before the list is filtered. */
const filterAfterMs = 120;

interface FilterProps {
  field: Ref<HTMLInputElement>;
  opened: string;
  onFilter: (filter: string) => void;
}

/** Follows each letter by itself; the list follows once a word stands. */
function FilterField({ field, opened, onFilter }: FilterProps) {
  const { t } = useTranslation('results');
  const keyText = useKeyText();
  const toast = useToast();
  const [typed, setTyped] = useState(opened);
  const [isCleared, setCleared] = useState(false);
  const now = useRef<string>(undefined);
  const tell = useEffectEvent((text: string) => {
    startTransition(() => onFilter(text));
  });
  useEffect(() => {
    now.current = typed;
    return () => {
      now.current = undefined;
    };
  }, [typed]);
  function clear() {
    setTyped('');
    setCleared(true);
    toast(t('filterCleared'), {
      undo: () => setTyped(typed),
      // Not in another list, and not over other words.
      isPossible: () => now.current === '',
    });
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
      rightSection={typed !== '' && <CloseButton size="xs" aria-label={t('clearFilter')} onClick={clear} />}
      value={typed}
      maxLength={500}
      spellCheck={false}
      data-cleared={isCleared && typed === '' ? true : undefined}
      onChange={(event) => {
        setCleared(false);
        setTyped(event.currentTarget.value);
      }}
      // What is done next is done with the rows that the words leave.
      onBlur={() => onFilter(typed)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey) onFilter(typed);
        if (event.key !== 'Escape' || typed === '') return;
        event.preventDefault();
        clear();
      }}
    />
  );
}

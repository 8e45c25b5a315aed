import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../shared/model/dates.ts';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { useClearing } from '../../ui/use-clearing.ts';
import styles from './filter-field.module.css';
import type { FilterText } from './use-filter-text.ts';

interface Props {
  filterText: FilterText;
  name: string;
  placeholder: string;
  means: string;
  field?: RefObject<HTMLInputElement | null>;
  /** What else narrows the list, behind the text. */
  children?: ReactNode;
}

/** The field for the text that filters a list, and the days that it means. */
export function FilterField({ filterText, name, placeholder, means, field, children }: Props) {
  const { t } = useTranslation('payments');
  const { t: results } = useTranslation('results');
  const keyText = useKeyText();
  const { text, setText, submit, filter } = filterText;
  const own = useRef<HTMLInputElement>(null);
  const shown = field ?? own;
  useCommand('filter', () => shown.current?.select());
  const { clear, input } = useClearing(shown, text, setText, results('filterCleared'));
  return (
    <form
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        {...input}
        className={styles.filterText ?? ''}
        aria-label={name}
        placeholder={placeholder}
        title={`${means} (${keyText('filter')})`}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={
          text !== '' && <CloseButton size="xs" aria-label={results('clearFilter')} onClick={clear} />
        }
        maxLength={500}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          clear();
        }}
      />
      {filter?.period && (
        <span className={styles.chip} role="status">
          {t('filter.period', { start: formatDay(filter.period.start), end: formatDay(filter.period.end) })}
        </span>
      )}
      {children}
    </form>
  );
}

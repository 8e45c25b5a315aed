import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../shared/model/dates.ts';
import styles from './filter-field.module.css';
import type { FilterText } from './use-filter-text.ts';

interface Props {
  filterText: FilterText;
  name: string;
  placeholder: string;
  means: string;
  field?: Ref<HTMLInputElement>;
  /** What else narrows the list, behind the text. */
  children?: ReactNode;
}

/** The field for the text that filters a list, and the days that it means. */
export function FilterField({ filterText, name, placeholder, means, field, children }: Props) {
  const { t } = useTranslation('payments');
  const { text, setText, submit, filter } = filterText;
  return (
    <form
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        {...(field && { ref: field })}
        className={styles.filterText ?? ''}
        aria-label={name}
        placeholder={placeholder}
        title={means}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={
          text !== '' && (
            <ActionIcon aria-label={t('filter.clear')} onClick={() => setText('')}>
              <IconX size={14} aria-hidden />
            </ActionIcon>
          )
        }
        maxLength={500}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
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

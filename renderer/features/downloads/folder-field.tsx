import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ask } from '../../bridge.ts';
import styles from './downloads.module.css';

interface Props {
  label: string;
  description?: string;
  value: string;
  onChange: (folder: string) => void;
  disabled?: boolean;
  /** Whether the field takes the focus when its dialog opens. */
  isFirst?: boolean;
}

/** A folder, chosen in the system's own dialog. What its form submits meanwhile is submitted with the folder. */
export function FolderField({
  label,
  description,
  value,
  onChange,
  disabled = false,
  isFirst = false,
}: Props) {
  const { t } = useTranslation('downloads');
  async function choose(form: HTMLFormElement | null) {
    const letGo = holdBack(form);
    try {
      const chosen = await ask('folder.choose', { title: label });
      if (chosen !== undefined) flushSync(() => onChange(chosen));
    } finally {
      letGo();
    }
  }
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput
        className={styles.push ?? ''}
        label={label}
        description={description}
        value={value}
        placeholder={t('noFolder')}
        readOnly
        disabled={disabled}
        leftSection={<IconFolder size={15} aria-hidden />}
        rightSection={
          value !== '' &&
          !disabled && <CloseButton size="xs" aria-label={t('clearFolder')} onClick={() => onChange('')} />
        }
      />
      <Button
        variant="default"
        disabled={disabled}
        data-autofocus={isFirst ? true : undefined}
        onClick={({ currentTarget }) => void choose(currentTarget.form)}
      >
        {t('choose')}
      </Button>
    </Group>
  );
}

/** Holds back what a form submits; gives the way to let it go. */
function holdBack(form: HTMLFormElement | null): () => void {
  let isSubmitted = false;
  function hold(event: Event) {
    event.preventDefault();
    event.stopPropagation();
    isSubmitted = true;
  }
  form?.addEventListener('submit', hold, { capture: true });
  return () => {
    form?.removeEventListener('submit', hold, { capture: true });
    if (isSubmitted && form?.isConnected) form.requestSubmit();
  };
}

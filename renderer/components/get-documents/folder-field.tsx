import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { CarpetaError } from '../../../shared/errors.ts';
import { ask, useAct } from '../../ipc/bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { useFaultWords } from '../../ui/fault/use-words.ts';
import styles from './get-documents.module.css';

interface Props {
  label: string;
  description?: string;
  value: string;
  onChange: (folder: string) => void;
  disabled?: boolean;
  /** Why the folder cannot be had: the way to choose another takes the focus. */
  error?: CarpetaError | undefined;
  /** Whether the field takes the focus when its dialog opens. */
  isFirst?: boolean;
}

/** A folder, chosen in the system's own dialog. What its form submits meanwhile is submitted with the folder; without one, not at all. */
export function FolderField({
  label,
  description,
  value,
  onChange,
  disabled = false,
  error,
  isFirst = false,
}: Props) {
  const { t } = useTranslation('downloads');
  const words = useFaultWords();
  const said = error && words(error);
  const button = useRef<HTMLButtonElement>(null);
  const refused = error && `${error.code} ${value}`;
  useEffect(() => {
    if (refused && !disabled) button.current?.focus();
  }, [refused, disabled]);
  const choose = useAct(async (letGo: (isWanted: boolean) => void) => {
    let chosen: string | undefined;
    try {
      chosen = await ask('folder.choose', { title: label });
    } finally {
      const folder = chosen;
      if (folder !== undefined) flushSync(() => onChange(folder));
      letGo(folder !== undefined);
    }
  });
  return (
    <>
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          className={styles.push ?? ''}
          label={label}
          description={description}
          value={value}
          placeholder={t('noFolder')}
          readOnly
          error={said !== undefined}
          disabled={disabled}
          leftSection={<IconFolder size={15} aria-hidden />}
          rightSection={
            value !== '' &&
            !disabled && <CloseButton size="xs" aria-label={t('clearFolder')} onClick={() => onChange('')} />
          }
        />
        <Button
          ref={button}
          variant="default"
          disabled={disabled}
          data-autofocus={isFirst ? true : undefined}
          autoFocus={isFirst}
          onClick={({ currentTarget }) => choose.mutate(holdBack(currentTarget.form))}
        >
          {t('choose')}
        </Button>
      </Group>
      {said && (
        <p className={styles.refused} role="alert">
          {said.what} {said.do} <small>{error?.code}</small>
        </p>
      )}
      {choose.error && <Fault error={choose.error} />}
    </>
  );
}

/** Holds back what a form submits; gives the way to let it go, submitted or dropped. */
export function holdBack(form: HTMLFormElement | null): (isWanted: boolean) => void {
  let isSubmitted = false;
  function hold(event: Event) {
    event.preventDefault();
    event.stopPropagation();
    isSubmitted = true;
  }
  form?.addEventListener('submit', hold, { capture: true });
  return (isWanted) => {
    form?.removeEventListener('submit', hold, { capture: true });
    if (isWanted && isSubmitted && form?.isConnected) form.requestSubmit();
  };
}

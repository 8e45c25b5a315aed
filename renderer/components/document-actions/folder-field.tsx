import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { AppError } from '../../../shared/errors.ts';
import { type Destination, lastDestination } from '../../../shared/model/last-destination.ts';
import { invoke, useAppMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useSettings } from '../../ipc/settings-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useErrorText } from '../../ui/error-message/error-text.ts';
import screen from '../../ui/screen.module.css';
import styles from './document-actions.module.css';

interface Props {
  label: string;
  description?: string;
  /** Shown while no folder is selected. */
  placeholder?: string;
  value: string;
  onChange: (folder: string) => void;
  disabled?: boolean;
  /** Why the folder is unavailable: the button for another one takes the focus. */
  error?: AppError | undefined;
  /** Whether the field takes the focus when its dialog opens. */
  isFirst?: boolean;
}

/**
 * A folder, selected in the system's dialog. A submit meanwhile waits for the folder, and is dropped without
 * one.
 */
export function FolderField({
  label,
  description,
  placeholder,
  value,
  onChange,
  disabled = false,
  error,
  isFirst = false,
}: Props) {
  const { t } = useTranslation('downloads');
  const errorText = useErrorText();
  const text = error && errorText(error);
  const button = useRef<HTMLButtonElement>(null);
  const errorKey = error && compositeKey(error.code, value);
  useEffect(() => {
    if (errorKey && !disabled) button.current?.focus();
  }, [errorKey, disabled]);
  const choose = useAppMutation(async (release: (shouldSubmit: boolean) => void) => {
    let selected: string | undefined;
    try {
      selected = await invoke('folder.choose', { title: label });
    } finally {
      const folder = selected;
      if (folder !== undefined) flushSync(() => onChange(folder));
      release(folder !== undefined);
    }
  });
  return (
    <>
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          className={screen.push ?? ''}
          label={label}
          description={description}
          value={value}
          placeholder={placeholder ?? t('noFolder')}
          readOnly
          error={text !== undefined}
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
          onClick={({ currentTarget }) => choose.mutate(delaySubmit(currentTarget.form))}
        >
          {t('choose')}
        </Button>
      </Group>
      {text && (
        <p className={styles.refused} role="alert">
          {text.what} {text.do} <small>{error?.code}</small>
        </p>
      )}
      {choose.error && <ErrorMessage error={choose.error} />}
    </>
  );
}

/**
 * The destination folder: the given one, else the last one, until the person selects another. With the error
 * if it no longer exists, and the last layout.
 */
export function useFolder(before: string) {
  const last = useLastDestination();
  const [selected, setSelected] = useState<string>();
  const folder = selected ?? (before || last.folder);
  // A folder that was just selected is created if it does not exist.
  const isOfBefore = selected === undefined && folder !== '';
  const found = useInvokeQuery(
    'folder.isThere',
    { folder: folder || '.' },
    { enabled: isOfBefore, staleTime: 0, gcTime: 0 },
  );
  const isMissing = isOfBefore && (found.data === false || found.error !== null);
  const folderError = isMissing ? (found.error ?? new AppError('FOLDER_GONE', folder)) : undefined;
  return {
    folder,
    /** Whether the default destination has loaded. */
    isKnown: folder !== '' || last.isKnown,
    /** Whether the person has selected it here. */
    isSelected: selected !== undefined,
    lastTemplate: last.template,
    folderError,
    choose: setSelected,
    /** The props of its `FolderField`. */
    field: { value: folder, error: folderError, onChange: setSelected },
    /** The folder; if none was ever selected, the one that the person selects now. */
    async orChosen(title: string): Promise<string | undefined> {
      const into = folder || (await invoke('folder.choose', { title }));
      if (folder === '') setSelected(into);
      return into;
    },
    /** Checks once more that it exists, just before writing. */
    isThere: async () => !isOfBefore || (await found.refetch()).data === true,
  };
}

/** The default destination and layout; its folder is `''` if none was ever selected. */
function useLastDestination(): Destination & { isKnown: boolean } {
  const { settings } = useSettings();
  const batches = useInvokeQuery('downloads.list', undefined);
  const userData = useInvokeQuery('app.info', undefined).data?.userData;
  const known = lastDestination(settings, batches.data ?? [], userData);
  const destination = known ?? { folder: '', template: settings.template };
  // A failed query does not block the selection.
  const isKnown = batches.data !== undefined || batches.error !== null;
  return { ...destination, isKnown };
}

/** Delays a form's submit; returns the function that submits or drops it. */
export function delaySubmit(form: HTMLFormElement | null): (shouldSubmit: boolean) => void {
  let isSubmitted = false;
  function preventSubmit(event: Event) {
    event.preventDefault();
    event.stopPropagation();
    isSubmitted = true;
  }
  form?.addEventListener('submit', preventSubmit, { capture: true });
  return (shouldSubmit) => {
    form?.removeEventListener('submit', preventSubmit, { capture: true });
    if (shouldSubmit && isSubmitted && form?.isConnected) form.requestSubmit();
  };
}

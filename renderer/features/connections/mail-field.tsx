import { Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyHint } from '../../../shared/redact.ts';
import { type AgencyMail, readAgencyMail } from './agency-mail.ts';
import styles from './connections.module.css';

/** The values found in a mail for display: of a key only its hint. */
export interface FoundInMail {
  baseUrl?: string;
  agency?: string;
  keyHint?: string;
}

const parts = ['baseUrl', 'agency', 'keyHint'] as const;
interface Props {
  found: FoundInMail | undefined;
  /** Called with the parsed mail, and with the values to display. */
  onRead: (mail: AgencyMail, shown: FoundInMail) => void;
}

/**
 * A field for an agency's whole mail, or its address, id or key alone. Pasted text is parsed and cleared at
 * once, since it may contain a key; typed text is parsed on blur or Enter.
 */
export function MailField({ found, onRead }: Props) {
  const { t } = useTranslation('connections');
  const field = useRef<HTMLTextAreaElement>(null);
  const length = useRef(0);
  const [isVain, setVain] = useState(false);
  const [isUnclear, setUnclear] = useState(false);

  function read(): void {
    const text = field.current?.value ?? '';
    if (field.current) field.current.value = '';
    length.current = 0;
    if (text.trim() === '') return;
    const { key, hasSeveralKeys = false, ...open } = readAgencyMail(text);
    const mail = { ...open, ...(key !== undefined && { key }) };
    setVain(Object.keys(mail).length === 0 && !hasSeveralKeys);
    setUnclear(hasSeveralKeys);
    onRead(mail, { ...found, ...open, ...(key !== undefined && { keyHint: keyHint(key) || '••••' }) });
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (event.currentTarget.value.trim() === '') event.currentTarget.form?.requestSubmit();
    else read();
  }

  const missing = found && parts.filter((part) => found[part] === undefined);
  return (
    <div>
      <Textarea
        ref={field}
        label={t('mail.field')}
        description={t('mail.means')}
        rows={3}
        data-autofocus
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={1_000_000}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const isPasted = value.length > length.current + 1;
          length.current = value.length;
          if (isPasted) read();
        }}
        onBlur={read}
        onKeyDown={onKeyDown}
      />
      <div role="status">
        {isVain && (
          <p className={`${styles.trying} ${styles.beside}`}>
            <IconAlertTriangle size={14} aria-hidden /> {t('mail.nothing')}
          </p>
        )}
        {isUnclear && (
          <p className={`${styles.trying} ${styles.beside}`}>
            <IconAlertTriangle size={14} aria-hidden /> {t('mail.severalKeys')}
          </p>
        )}
        {found && !isVain && (
          <ul className={styles.foundInMail}>
            {parts.map(
              (part) =>
                found[part] !== undefined && (
                  <li key={part} className={styles.good}>
                    <IconCheck size={14} aria-hidden /> {t(`mail.found.${part}`, { value: found[part] })}
                  </li>
                ),
            )}
            {missing && missing.length > 0 && (
              <li className={`${styles.trying} ${styles.beside}`}>
                <IconAlertTriangle size={14} aria-hidden />{' '}
                {t('mail.missing', { what: missing.map((part) => t(`mail.part.${part}`)).join(', ') })}
              </li>
            )}
          </ul>
        )}
      </div>
    </div>
  );
}

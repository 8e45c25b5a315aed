import { Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyHint } from '../../../shared/key-redactor.ts';
import { type AgencyMail, readAgencyMail } from './agency-mail.ts';
import styles from './connections.module.css';

/** The values found in a mail for display: of a key only its hint. */
export interface FoundInMail {
  baseUrl?: string;
  agency?: string;
  keyHint?: string;
}

const mailValues = ['baseUrl', 'agency', 'keyHint'] as const;

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
  const [isEmpty, setEmpty] = useState(false);
  const [isUnclear, setUnclear] = useState(false);

  function read(): void {
    const text = field.current?.value ?? '';
    if (field.current) field.current.value = '';
    length.current = 0;
    if (text.trim() === '') return;
    const { key, hasSeveralKeys = false, ...open } = readAgencyMail(text);
    const mail = { ...open, ...(key !== undefined && { key }) };
    setEmpty(Object.keys(mail).length === 0 && !hasSeveralKeys);
    setUnclear(hasSeveralKeys);
    onRead(mail, { ...found, ...open, ...(key !== undefined && { keyHint: keyHint(key) || '••••' }) });
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (event.currentTarget.value.trim() === '') event.currentTarget.form?.requestSubmit();
    else read();
  }

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
        {isEmpty && (
          <p className={`${styles.trying} ${styles.trial}`}>
            <IconAlertTriangle size={14} aria-hidden /> {t('mail.nothing')}
          </p>
        )}
        {isUnclear && (
          <p className={`${styles.trying} ${styles.trial}`}>
            <IconAlertTriangle size={14} aria-hidden /> {t('mail.severalKeys')}
          </p>
        )}
        {found && !isEmpty && <FoundValues found={found} />}
      </div>
    </div>
  );
}

/** The values found in a mail, and those that are missing. */
function FoundValues({ found }: { found: FoundInMail }) {
  const { t } = useTranslation('connections');
  const missing = mailValues.filter((value) => found[value] === undefined);
  return (
    <ul className={styles.foundInMail}>
      {mailValues.map(
        (value) =>
          found[value] !== undefined && (
            <li key={value} className={styles.good}>
              <IconCheck size={14} aria-hidden /> {t(`mail.found.${value}`, { value: found[value] })}
            </li>
          ),
      )}
      {missing.length > 0 && (
        <li className={`${styles.trying} ${styles.trial}`}>
          <IconAlertTriangle size={14} aria-hidden />{' '}
          {t('mail.missing', { what: missing.map((value) => t(`mail.part.${value}`)).join(', ') })}
        </li>
      )}
    </ul>
  );
}

import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilePreview, Mail } from '../../../shared/model/file-preview.ts';
import { formatBytes, formatInstant } from '../../ui/format.ts';
import styles from './viewer.module.css';

interface Props {
  mail: Mail;
  /** Renders the mail's text, or an attachment instead. */
  render: (previewed: FilePreview, isMailText: boolean) => ReactNode;
}

/** A mail: its attachments as buttons, its header and text below; an attachment replaces them. */
export default function MailView({ mail, render }: Props) {
  const { t } = useTranslation('viewer');
  const [opened, setOpened] = useState<number>();
  const attachment = opened === undefined ? undefined : mail.attachments[opened];
  function open(at: number | undefined, { currentTarget }: MouseEvent<HTMLElement>) {
    // The button disappears: the focus moves to the document's container, at its top.
    const scroller = currentTarget.closest<HTMLElement>('[tabindex="0"]');
    scroller?.focus();
    scroller?.scrollTo(0, 0);
    setOpened(at);
  }
  if (attachment) {
    return (
      <>
        <div className={styles.attachments}>
          <Button size="compact-xs" variant="default" onClick={(event) => open(undefined, event)}>
            {t('mail.back')}
          </Button>
          <span>{attachment.name || t('mail.unnamed')}</span>
        </div>
        {render(attachment.preview, false)}
      </>
    );
  }
  return (
    <>
      {mail.attachments.length > 0 && (
        <div className={styles.attachments}>
          <span>{t('mail.attachments')}</span>
          <ul>
            {mail.attachments.map(({ name, bytes }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may be there twice, and the list of a mail never changes.
              <li key={at}>
                <Button size="compact-xs" variant="default" onClick={(event) => open(at, event)}>
                  {name || t('mail.unnamed')}
                  {bytes > 0 && ` · ${formatBytes(bytes)}`}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {render({ kind: 'text', text: textOf(mail, t) }, true)}
    </>
  );
}

/** Header and text as one text, which is searched and copied as a whole. */
function textOf(mail: Mail, t: TFunction<'viewer'>): string {
  const date = Number.isNaN(Date.parse(mail.date)) ? mail.date : formatInstant(mail.date, new Date());
  const head = (['from', 'to', 'cc', 'subject', 'date'] as const).map((name) => {
    const said = name === 'date' ? date : mail[name];
    // A header is one line, whatever it contains.
    return said === '' ? [] : [`${t(`mail.${name}`)}: ${said.replace(/\s+/g, ' ')}`];
  });
  return [...head.flat(), '', mail.text || t('mail.noText')].join('\n');
}

import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconMail } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInSantiago } from '../../../shared/model/dates.ts';
import type { DraftOpened, RequestMessage } from '../../../shared/model/dossier.ts';
import { WholeFirstField } from '../../components/document-actions/complete-dispatches-first.tsx';
import { SeveralClientsField } from '../../components/document-actions/several-clients.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { copy } from '../../ui/copy-to-clipboard.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useFocusBack } from '../../ui/last-focus.ts';
import screen from '../../ui/screen.module.css';
import { useToast } from '../../ui/toast.tsx';
import styles from './missing-documents.module.css';
import { messageText } from './request-text.ts';
import { type MailOptions, useMessageMail } from './use-message-mail.ts';
import { useNoteRequests } from './use-note-requests.ts';

interface Props extends Omit<MailOptions, 'first'> {
  message: RequestMessage;
  /** The name of its recipient. */
  who: string;
  /** The requests as which its documents are recorded; undefined if they are not. */
  noted: readonly string[] | undefined;
  onNoted: (ids: readonly string[] | undefined) => void;
}

/** A message: copied, opened in the mail program, or recorded as requested. */
export function MessageView({ message: first, who, noted, onNoted, ...options }: Props) {
  const { t } = useTranslation('missing');
  const toast = useToast();
  const mail = useMessageMail({ first, ...options });
  const isNoted = noted !== undefined;
  const { note, undo, isUndoing, error: noteError } = useNoteRequests(() => onNoted(undefined));
  const { message, withDocuments, hasAllCome, whole, several } = mail;
  const { to, missingDocuments } = message;
  const error = mail.error ?? noteError;
  function recordAsRequested() {
    note.mutate(
      {
        missingDocuments: [...missingDocuments],
        askedOn: dayInSantiago(Date.now()),
        askedOf: to || who,
        note: '',
      },
      { onSuccess: onNoted },
    );
  }
  return (
    <div className={styles.message}>
      <MessageText message={message} who={who} />
      {error && <ErrorMessage error={error} />}
      <CheckField label={t('withPapers')} checked={withDocuments} onCheck={mail.setWithDocuments} />
      {withDocuments && <SeveralClientsField several={several} />}
      {withDocuments && <WholeFirstField whole={whole} button={t('openMail')} isDisabled={mail.isDrafting} />}
      {hasAllCome && <p role="status">{t('allCome')}</p>}
      {mail.isDrafting && withDocuments && !whole.fetching.isFetching && (
        <p className={screen.soft}>{t('draftFetching')}</p>
      )}
      {mail.draft && <DraftContents draft={mail.draft} />}
      {mail.hasOpened && !isNoted && !hasAllCome && <p role="status">{t('noteOffer')}</p>}
      <div className={styles.actions}>
        <ActionButton
          variant="filled"
          {...(mail.hasOpened && !isNoted && { variant: 'default' })}
          icon={IconMail}
          data-autofocus
          disabled={hasAllCome || several.isOpen}
          loading={mail.isOpening}
          onClick={mail.open}
        >
          {t('openMail')}
        </ActionButton>
        <ActionButton
          icon={IconCopy}
          disabled={hasAllCome}
          onClick={() => copy(messageText(message)) && toast(t('messageCopied'))}
        >
          {t('copyMessage')}
        </ActionButton>
        <span className={screen.push} />
        {noted && <UndoButton isUndoing={isUndoing} onClick={() => undo(noted).catch(() => undefined)} />}
        <RecordButton
          isNoted={isNoted}
          isDisabled={hasAllCome}
          isOffered={mail.hasOpened}
          isRecording={note.isPending}
          onClick={recordAsRequested}
        />
      </div>
    </div>
  );
}

/** The recipient, the subject and the text of a message. */
function MessageText({ message: { to, subject, body }, who }: Pick<Props, 'message' | 'who'>) {
  const { t } = useTranslation('missing');
  return (
    <>
      <dl className={styles.heads}>
        <dt>{t('to')}</dt>
        <dd>{to || <span className={screen.soft}>{t('noAddress', { who })}</span>}</dd>
        <dt>{t('subject')}</dt>
        <dd>{subject}</dd>
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is reached by keyboard. */}
      <section className={styles.body} tabIndex={0} aria-label={t('body')}>
        {body}
      </section>
    </>
  );
}

/** What a draft that is open holds, and the documents that it leaves out. */
function DraftContents({ draft }: { draft: DraftOpened }) {
  const { t } = useTranslation('missing');
  const { t: deliveries } = useTranslation('deliveries');
  const { attached, leftOut, undelivered, outsideRules } = draft;
  const texts = [
    leftOut.length === 0
      ? t('draftOpened', { count: attached })
      : t('draftLeftOut', { count: leftOut.length, names: leftOut.join(', ') }),
    undelivered && t('draftLacking', undelivered),
    outsideRules !== undefined && deliveries('rules.ofMail', { count: outsideRules }),
  ];
  return (
    <p role="status" className={undelivered || outsideRules ? screen.warn : screen.soft}>
      {texts.filter(Boolean).join(' ')}
    </p>
  );
}

/** Takes back that documents are recorded; the focus then goes back to what records them. */
function UndoButton({ isUndoing, onClick }: { isUndoing: boolean; onClick: () => void }) {
  const { t } = useTranslation('ui');
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button);
  return (
    <Button ref={button} variant="subtle" loading={isUndoing} onClick={onClick}>
      {t('undo')}
    </Button>
  );
}

interface RecordProps {
  isNoted: boolean;
  isDisabled: boolean;
  /** Whether the message was opened in the mail: recording it comes next. */
  isOffered: boolean;
  isRecording: boolean;
  onClick: () => void;
}

/** Records documents as requested, once; afterwards it says so and keeps the focus. */
function RecordButton({ isNoted, isDisabled, isOffered, isRecording, onClick }: RecordProps) {
  const { t } = useTranslation('missing');
  return (
    <Button
      aria-disabled={isNoted}
      disabled={isDisabled}
      loading={isRecording}
      {...(!(isOffered && !isNoted) && { variant: 'default' })}
      {...(isNoted && { leftSection: <IconCheck size={14} aria-hidden /> })}
      onClick={() => !isNoted && onClick()}
    >
      {isNoted ? t('isNoted') : t('noteAsAsked')}
    </Button>
  );
}

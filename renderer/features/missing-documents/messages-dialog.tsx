import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconCheck, IconCopy, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { CallInput } from '../../../shared/contract.ts';
import { dayInSantiago } from '../../../shared/model/dates.ts';
import type { DispatchKey, MissingDocument, RequestMessage } from '../../../shared/model/dossier.ts';
import { asLanguage, type Language, languageNames, languages } from '../../../shared/model/languages.ts';
import {
  useWholeFirst,
  WholeFirstField,
} from '../../components/downloads-dialog/complete-dispatches-first.tsx';
import { invoke, useAppMutation, useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useConnectionName } from '../../ui/connection-name.ts';
import { copy } from '../../ui/copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import screen from '../../ui/screen.module.css';
import { useToast } from '../../ui/toast.tsx';
import styles from './missing-documents.module.css';
import { messageText, recipient } from './request-text.ts';

interface Props {
  /** The query of the list that the messages are about. */
  query: Omit<CallInput<'carpeta.gaps'>, 'offset' | 'limit'>;
  /** Only these of it; all of it if absent. */
  missingDocuments: readonly MissingDocument[] | undefined;
  onClose: () => void;
}

/** A message updated after a fetch: none if nothing is missing any more. */
interface Renewed {
  message: RequestMessage | undefined;
}

/**
 * Messages to send, one for each party who owes documents: copied, or opened in the mail program, and
 * recorded as requested.
 */
export function MessagesDialog({ query, missingDocuments, onClose }: Props) {
  const { t, i18n } = useTranslation('missing');
  const clients = useInvokeQuery('clients.list', undefined).data;
  const agencyOf = useAgencyAmongSeveral();
  const [language, setLanguage] = useState<Language>(asLanguage(i18n.language));
  const [index, setIndex] = useState(0);
  const [noted, setNoted] = useState<ReadonlySet<number>>(new Set());
  const [renewed, setRenewed] = useState<ReadonlyMap<string, Renewed>>(new Map());
  const only = missingDocuments?.map(({ connectionId, number, type }) => ({ connectionId, number, type }));
  // Documents recorded as requested stay in their message until the dialog closes.
  const { data: messages, error } = useInvokeQuery(
    'carpeta.messages',
    { ...query, language, ...(only && { missingDocuments: only }) },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  const message = messages?.[index];
  const shown = `${language} ${index}`;
  const nameOf = (one: RequestMessage) => recipient(one, clients, t, agencyOf(one));
  return (
    <Dialog onClose={onClose} size="xl" title={t('messagesTitle')}>
      {error && <ErrorMessage error={error} />}
      {messages?.length === 0 && <p>{t('noMessages')}</p>}
      {messages && message && (
        <div className={styles.messages}>
          <div className={styles.recipients}>
            <SegmentedControl
              fullWidth
              aria-label={t('language')}
              data={languages.map((value) => ({ value, label: languageNames[value] }))}
              value={language}
              onChange={(value) => setLanguage(asLanguage(value))}
            />
            <ul aria-label={t('recipients')}>
              {messages.map((one, at) => (
                <li key={compositeKey(one.connectionId, one.responsible, one.client)}>
                  <button
                    type="button"
                    className={styles.recipient}
                    {...(at === index && { 'aria-current': true })}
                    onClick={() => setIndex(at)}
                  >
                    <span>
                      {noted.has(at) && <IconCheck size={14} aria-label={t('isNoted')} />} {nameOf(one)}
                    </span>
                    <span className={screen.soft}>{t('papers', { count: one.missingDocuments.length })}</span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
          <MessageView
            key={shown}
            message={message}
            scope={query.scope}
            language={language}
            who={nameOf(message)}
            renewed={renewed.get(shown)}
            onRenewed={(now) => setRenewed((before) => new Map(before).set(shown, now))}
            isNoted={noted.has(index)}
            onNoted={() => setNoted(new Set([...noted, index]))}
          />
        </div>
      )}
    </Dialog>
  );
}

/** The agency's name, if there are several; `''` if there is one. */
function useAgencyAmongSeveral(): (one: { connectionId: string }) => string {
  const connections = useInvokeQuery('connections.list', undefined).data ?? [];
  const nameOf = useConnectionName();
  return ({ connectionId }) => {
    const connection = connections.find(({ id }) => id === connectionId);
    return connection && connections.length > 1 ? nameOf(connection) : '';
  };
}

function MessageView({
  message: first,
  scope,
  language,
  who,
  renewed,
  onRenewed,
  isNoted,
  onNoted,
}: {
  message: RequestMessage;
  scope: Props['query']['scope'];
  language: Language;
  who: string;
  renewed: Renewed | undefined;
  onRenewed: (renewed: Renewed) => void;
  isNoted: boolean;
  onNoted: () => void;
}) {
  const { t } = useTranslation('missing');
  const toast = useToast();
  const [withDocuments, setWithDocuments] = useState(false);
  const mail = useInvokeMutation('carpeta.mail');
  const message = renewed?.message ?? first;
  const hasAllCome = renewed !== undefined && renewed.message === undefined;
  const note = useInvokeMutation('carpeta.ask', ['carpeta.gaps', 'carpeta.chases']);
  const { to, subject, body, fitsMail, missingDocuments } = message;
  const whole = useWholeFirst({ read: async () => dispatchesOf(first.missingDocuments), isDefault: true });
  const draft = useAppMutation(async () => {
    const fetched = withDocuments ? await whole.first() : undefined;
    if (fetched === 'not-yet') return undefined;
    // The fetch may have found missing documents.
    const now = fetched ? await renew() : message;
    if (!now) return undefined;
    const documentsOf = withDocuments ? dispatchesOf(first.missingDocuments) : [];
    return invoke('carpeta.draft', { to, subject: now.subject, body: now.body, language, documentsOf });
  });
  async function renew(): Promise<RequestMessage | undefined> {
    const only = first.missingDocuments.map(({ connectionId, number, type }) => ({
      connectionId,
      number,
      type,
    }));
    const [now] = await invoke('carpeta.messages', { scope, language, missingDocuments: only });
    onRenewed({ message: now });
    return now;
  }
  const error = mail.error ?? draft.error ?? note.error;
  const leftOut = draft.data?.leftOut ?? [];
  const undelivered = draft.data?.undelivered;
  function openMail(): void {
    // A mailto link is the quicker way, but carries only a short text.
    if (fitsMail && !withDocuments) mail.mutate({ to, subject, body });
    else draft.mutate();
  }
  return (
    <div className={styles.message}>
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
      {error && <ErrorMessage error={error} />}
      <Checkbox
        label={t('withPapers')}
        checked={withDocuments}
        onChange={({ currentTarget }) => setWithDocuments(currentTarget.checked)}
      />
      {withDocuments && <WholeFirstField whole={whole} button={t('openMail')} isDisabled={draft.isPending} />}
      {hasAllCome && <p role="status">{t('allCome')}</p>}
      {draft.isPending && withDocuments && !whole.fetching.isFetching && (
        <p className={screen.soft}>{t('draftFetching')}</p>
      )}
      {draft.data && (
        <p role="status" className={undelivered ? screen.warn : screen.soft}>
          {leftOut.length === 0
            ? t('draftOpened', { count: draft.data.attached })
            : t('draftLeftOut', { count: leftOut.length, names: leftOut.join(', ') })}
          {undelivered && ` ${t('draftLacking', undelivered)}`}
        </p>
      )}
      <div className={styles.acts}>
        <Button
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          disabled={hasAllCome}
          onClick={() => copy(messageText(message)) && toast(t('messageCopied'))}
        >
          {t('copyMessage')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconMail size={14} aria-hidden />}
          disabled={hasAllCome}
          loading={mail.isPending || draft.isPending}
          onClick={openMail}
        >
          {t('openMail')}
        </Button>
        <span className={screen.push} />
        <Button
          aria-disabled={isNoted}
          disabled={hasAllCome}
          {...(isNoted && { variant: 'default', leftSection: <IconCheck size={14} aria-hidden /> })}
          loading={note.isPending}
          onClick={() =>
            !isNoted &&
            note.mutate(
              {
                missingDocuments: [...missingDocuments],
                askedOn: dayInSantiago(Date.now()),
                askedOf: to || who,
                note: '',
              },
              { onSuccess: onNoted },
            )
          }
        >
          {isNoted ? t('isNoted') : t('noteAsAsked')}
        </Button>
      </div>
    </div>
  );
}

/** The dispatches of a message, each once. */
function dispatchesOf(missingDocuments: RequestMessage['missingDocuments']): DispatchKey[] {
  const keyed = missingDocuments.map(
    ({ connectionId, number }) => [compositeKey(connectionId, number), { connectionId, number }] as const,
  );
  return [...new Map(keyed).values()];
}

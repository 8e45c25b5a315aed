import { SegmentedControl } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { CallInput } from '../../../shared/contract.ts';
import type { MissingDocument, RequestMessage } from '../../../shared/model/dossier.ts';
import { asLanguage, type Language, languageNames, languages } from '../../../shared/model/languages.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useConnectionName } from '../../ui/connection-name.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import screen from '../../ui/screen.module.css';
import { MessageView } from './message-view.tsx';
import styles from './missing-documents.module.css';
import { recipient } from './request-text.ts';
import type { Renewed } from './use-message-mail.ts';

interface Props {
  /** The query of the list that the messages are about. */
  query: Omit<CallInput<'dossier.gaps'>, 'offset' | 'limit'>;
  /** Only these of it; all of it if absent. */
  missingDocuments: readonly MissingDocument[] | undefined;
  onClose: () => void;
}

/**
 * Messages to send, one for each party who owes documents: copied, or opened in the mail program, and
 * recorded as requested.
 */
export function MessagesDialog({ query, missingDocuments, onClose }: Props) {
  const { t, i18n } = useTranslation('missing');
  const { t: of } = useTranslation('dossier');
  const clients = useInvokeQuery('clients.list', undefined).data;
  const agencyOf = useAgencyAmongSeveral();
  const [language, setLanguage] = useState<Language>(asLanguage(i18n.language));
  const [index, setIndex] = useState(0);
  const [noted, setNoted] = useState<ReadonlyMap<number, readonly string[]>>(new Map());
  const [renewed, setRenewed] = useState<ReadonlyMap<string, Renewed>>(new Map());
  const only = missingDocuments?.map(({ connectionId, number, type }) => ({ connectionId, number, type }));
  // Documents recorded as requested stay in their message until the dialog closes.
  const { data: messages, error } = useInvokeQuery(
    'dossier.messages',
    { ...query, language, ...(only && { missingDocuments: only }) },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  const message = messages?.[index];
  const shown = `${language} ${index}`;
  const nameOf = (one: RequestMessage) => recipient(one, clients, of, agencyOf(one));
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
            noted={noted.get(index)}
            onNoted={(ids) => setNoted((before) => withNoted(before, index, ids))}
          />
        </div>
      )}
    </Dialog>
  );
}

/** The recorded messages with another one, or without it where it was taken back. */
function withNoted(
  before: ReadonlyMap<number, readonly string[]>,
  index: number,
  ids: readonly string[] | undefined,
): ReadonlyMap<number, readonly string[]> {
  const noted = new Map(before);
  if (ids) noted.set(index, ids);
  else noted.delete(index);
  return noted;
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

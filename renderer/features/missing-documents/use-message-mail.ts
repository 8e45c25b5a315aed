import { useState } from 'react';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { CallInput } from '../../../shared/contract.ts';
import type { DispatchKey, RequestMessage } from '../../../shared/model/dossier.ts';
import type { Language } from '../../../shared/model/languages.ts';
import { useWholeFirst } from '../../components/document-actions/complete-dispatches-first.tsx';
import { useSeveralClients } from '../../components/document-actions/several-clients.tsx';
import { invoke, useAppMutation, useInvokeMutation } from '../../ipc/invoke-hooks.ts';

/** A message updated after a fetch: none if nothing is missing any more. */
export interface Renewed {
  message: RequestMessage | undefined;
}

export interface MailOptions {
  /** The message as it was before any fetch. */
  first: RequestMessage;
  renewed: Renewed | undefined;
  onRenewed: (renewed: Renewed) => void;
  scope: CallInput<'dossier.messages'>['scope'];
  language: Language;
}

/** Opens a message in the mail program: by a link, or as a draft with its dispatches' documents. */
export function useMessageMail({ first, renewed, onRenewed, scope, language }: MailOptions) {
  const [withDocuments, setWithDocuments] = useState(false);
  const message = renewed?.message ?? first;
  const link = useInvokeMutation('dossier.mail');
  const whole = useWholeFirst({
    read: async () => dispatchesOf(first.missingDocuments),
    completesByDefault: true,
  });
  const several = useSeveralClients(
    { dispatches: dispatchesOf(first.missingDocuments), documents: [], deliveryIds: [] },
    withDocuments,
  );

  async function renew(): Promise<RequestMessage | undefined> {
    const only = first.missingDocuments.map(({ connectionId, number, type }) => ({
      connectionId,
      number,
      type,
    }));
    const [now] = await invoke('dossier.messages', { scope, language, missingDocuments: only });
    onRenewed({ message: now });
    return now;
  }

  const draft = useAppMutation(async () => {
    if (!(await several.mayGo())) return undefined;
    const fetched = withDocuments ? await whole.first() : undefined;
    if (fetched === 'not-yet') return undefined;
    // The fetch may have found missing documents.
    const now = fetched ? await renew() : message;
    if (!now) return undefined;
    const documentsOf = withDocuments ? dispatchesOf(first.missingDocuments) : [];
    return invoke('dossier.draft', {
      to: message.to,
      subject: now.subject,
      body: now.body,
      language,
      documentsOf,
    });
  });

  return {
    message,
    withDocuments,
    setWithDocuments,
    whole,
    /** The clients whose documents are attached. */
    several,
    /** Everything that the message requests has arrived. */
    hasAllCome: renewed !== undefined && renewed.message === undefined,
    /** What the draft holds; undefined until it is open. */
    draft: draft.data,
    /** Whether the message was opened in the mail program. */
    hasOpened: link.isSuccess || draft.data !== undefined,
    isDrafting: draft.isPending,
    isOpening: link.isPending || draft.isPending,
    error: link.error ?? draft.error,
    open(): void {
      const { to, subject, body, fitsMail } = message;
      // A mailto link is the quicker way, but carries only a short text.
      if (fitsMail && !withDocuments) link.mutate({ to, subject, body });
      else draft.mutate();
    },
  };
}

/** The dispatches of a message, each once. */
function dispatchesOf(missingDocuments: RequestMessage['missingDocuments']): DispatchKey[] {
  const keyed = missingDocuments.map(
    ({ connectionId, number }) => [compositeKey(connectionId, number), { connectionId, number }] as const,
  );
  return [...new Map(keyed).values()];
}

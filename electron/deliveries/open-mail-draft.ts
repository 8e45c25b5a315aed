import type { CallOutput, CallParsed } from '../../shared/contract.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import { createTranslator } from '../i18n/index.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { asAttachments } from './delivery-mail.ts';
import { dispatchesInOrder, includedDocuments } from './documents-in-order.ts';
import { fetchMissing } from './fetch-missing.ts';
import { leftOutText } from './left-out-text.ts';
import { locateFiles } from './locate-files.ts';
import { undeliveredText } from './undelivered-text.ts';

/**
 * Opens a mail draft with the files of dispatches attached; its text names what is unavailable, and what does
 * not fit with its folder. Rejects with `CANCELLED` when the signal aborts.
 */
export async function openDraft(
  context: DeliveryContext,
  { documentsOf, language, body, ...message }: CallParsed<'dossier.draft'>,
  signal: AbortSignal,
): Promise<CallOutput<'dossier.draft'>> {
  const { attachments, undelivered, outsideRules } = await attachmentsOf(context, documentsOf, signal);
  const translator = createTranslator(language);
  const undeliveredLines = undelivered ? undeliveredText(undelivered, translator, '\n').trimEnd() : '';
  const { path, leftOut } = await context.drafts.write({
    ...message,
    body: (files) => [body, undeliveredLines, leftOutText(files, translator)].filter(Boolean).join('\n\n'),
    attachments,
  });
  await context.desktop.openFile(path);
  return {
    attached: attachments.length - leftOut.length,
    leftOut,
    ...(undelivered && { undelivered: { count: undelivered.count, of: undelivered.of } }),
    ...(outsideRules > 0 && { outsideRules }),
  };
}

/**
 * Files of the active documents of dispatches whose types their clients' rules keep; missing ones are fetched
 * first. Also returns what is unavailable, and how many documents the rules leave out.
 */
async function attachmentsOf(
  context: DeliveryContext,
  dispatches: readonly DispatchKey[],
  signal: AbortSignal,
): Promise<ReturnType<typeof asAttachments> & { outsideRules: number }> {
  const plan = { name: context.translatorNow().t('documents:fetch.mail') };
  const waiting = { signal, isAppEnding: () => true, onProgress: () => undefined };
  const before = includedDocuments(await dispatchesInOrder(context, dispatches));
  const { codeOf } = await fetchMissing(context, before.included, plan, waiting);
  const { included, outsideRules } = includedDocuments(await dispatchesInOrder(context, dispatches));
  const found = await locateFiles(included, context.fileOf);
  return { ...asAttachments(found, codeOf), outsideRules };
}

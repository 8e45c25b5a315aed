import { basename } from 'node:path';
import type { CallOutput, CallParsed } from '../../shared/contract.ts';
import type { Undelivered } from '../../shared/model/delivery.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import { createTranslator } from '../i18n/index.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { dispatchesInOrder } from './documents-in-order.ts';
import { type DeliveryItem, fetchMissing, undeliveredDocument, undeliveredOf } from './fetch-missing.ts';
import { locateFiles } from './locate-files.ts';
import type { MailDraft } from './mail-drafts.ts';
import { undeliveredText } from './undelivered-text.ts';

/**
 * Opens a mail draft with the files of dispatches attached; its text names what is unavailable. Rejects with
 * `CANCELLED` when the signal aborts.
 */
export async function openDraft(
  context: DeliveryContext,
  { documentsOf, language, body, ...message }: CallParsed<'carpeta.draft'>,
  signal: AbortSignal,
): Promise<CallOutput<'carpeta.draft'>> {
  const { attachments, undelivered } = await attachmentsOf(context, documentsOf, signal);
  const fullBody = undelivered
    ? `${body}\n\n${undeliveredText(undelivered, createTranslator(language), '\n')}`
    : body;
  const { path, leftOut } = await context.drafts.write({ ...message, body: fullBody, attachments });
  await context.desktop.openFile(path);
  return {
    attached: attachments.length - leftOut.length,
    leftOut,
    ...(undelivered && { undelivered: { count: undelivered.count, of: undelivered.of } }),
  };
}

/**
 * Files of the active documents of dispatches, with their names; missing ones are fetched first. Also returns
 * what is unavailable.
 */
async function attachmentsOf(
  context: DeliveryContext,
  dispatches: readonly DispatchKey[],
  signal: AbortSignal,
): Promise<{ attachments: MailDraft['attachments']; undelivered: Undelivered | undefined }> {
  const plan = { name: context.translatorNow().t('documents:fetch.mail') };
  const waiting = { signal, isAppEnding: () => true, onProgress: () => undefined };
  const { codeOf } = await fetchMissing(context, await activeDocuments(context, dispatches), plan, waiting);
  const found = await locateFiles(await activeDocuments(context, dispatches), context.fileOf);
  return {
    attachments: found.flatMap(({ path }) => (path === undefined ? [] : [{ path, name: basename(path) }])),
    undelivered: undeliveredOf(
      found.filter(({ path }) => path === undefined).map((document) => undeliveredDocument(document, codeOf)),
      found.length,
    ),
  };
}

async function activeDocuments(
  context: DeliveryContext,
  dispatches: readonly DispatchKey[],
): Promise<DeliveryItem[]> {
  const stored = await dispatchesInOrder(context, dispatches);
  return stored.flatMap(({ documents }) => documents).filter(({ isActive }) => isActive);
}

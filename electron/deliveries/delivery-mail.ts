import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CallParsed } from '../../shared/contract.ts';
import { AppError, toErrorData } from '../../shared/errors.ts';
import type { Delivery, DeliveryMail, DeliverySubject, Undelivered } from '../../shared/model/delivery.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { clientsOf, clientsOfDelivery } from './delivery-clients.ts';
import type { DeliveryContext } from './delivery-context.ts';
import type { DocumentFiles } from './document-files.ts';
import { documentsInOrder } from './documents-in-order.ts';
import { type CodeOf, type DeliveryItem, undeliveredDocument, undeliveredOf } from './fetch-missing.ts';
import { leftOutText, listedText } from './left-out-text.ts';
import { locateFiles } from './locate-files.ts';
import type { MailDraft } from './mail-drafts.ts';
import { notesText, readNotes } from './own-notes.ts';
import { undeliveredText } from './undelivered-text.ts';

/** A ZIP of up to this many parts is mailed as that many messages; one of more is named by its folder. */
const maxMessages = 5;
/** Maximum numbers in a subject's record. */
const maxRecorded = 1_000;

/** The record of what a delivery is about. */
export function subjectOf(
  clients: readonly Rut[],
  numbers: readonly string[],
  notFound: readonly string[] = [],
): DeliverySubject {
  const each = [...new Set(numbers)].filter(Boolean);
  return {
    clients,
    dispatches: each.length,
    numbers: each.slice(0, maxRecorded),
    notFound: notFound.slice(0, maxRecorded),
  };
}

/**
 * Opens the files of a delivery in the mail program: one draft, or one for each part of a ZIP that was split
 * to fit. Never rejects: its result says why nothing opened.
 */
export async function mailDelivery(context: DeliveryContext, delivery: Delivery): Promise<DeliveryMail> {
  const about = delivery.about ?? {
    ...subjectOf(
      await clientsOfDelivery(context, delivery),
      delivery.dispatches.map(({ number }) => number),
    ),
  };
  const missingPath = await firstMissingFile(delivery.files);
  if (missingPath !== undefined) {
    const error = new AppError('FOLDER_GONE', 'a file of the delivery was removed', {
      values: { path: missingPath },
    });
    return { drafts: 0, attached: 0, leftOut: [], to: '', error: toErrorData(error) };
  }
  const isSplit = delivery.kind === 'zip' && delivery.files.length <= maxMessages;
  const messages = isSplit ? delivery.files.map((path) => [path]) : [delivery.files];
  const { leftOutPaths: _, ...mail } = await openDrafts(
    context,
    messages.map((paths) => paths.map((path) => ({ path, name: basename(path) }))),
    { about, undelivered: delivery.lacking, notes: [] },
  );
  return mail;
}

/** The first file that is not in its place any more: a message must not say that it does not fit. */
async function firstMissingFile(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isFile = await lstat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isFile) return path;
  }
  return undefined;
}

/** Documents to mail, and what the text has besides. */
type DocumentsToMail = Extract<CallParsed<'deliveries.mail'>, { documents: unknown }>;

/**
 * Opens documents in the mail program, each as a file of its own; missing ones are fetched first. Rejects as
 * `files.get` does, and with `NO_PAPER_TO_HAND_OVER` where none is available.
 */
export async function mailDocuments(
  context: DeliveryContext,
  { documents, notFound, withNotes }: DocumentsToMail,
  fetched: Pick<DocumentFiles, 'get'>,
): Promise<DeliveryMail> {
  const unavailable = await fetched.get(documents, context.translatorNow().t('documents:fetch.mail'));
  const codeOf: CodeOf = ({ connectionId, documentId }) =>
    unavailable.find(({ document }) => document.connectionId === connectionId && document.id === documentId)
      ?.code;
  const found = await locateFiles(await documentsInOrder(context, documents), context.fileOf);
  const { attachments, undelivered } = asAttachments(found, codeOf);
  if (attachments.length === 0)
    throw new AppError('NO_PAPER_TO_HAND_OVER', 'none of these documents is available');
  const clients = await clientsOf(context, { dispatches: [], documents });
  const about = subjectOf(
    clients,
    found.map(({ number }) => number),
    notFound,
  );
  const notes = withNotes ? await readNotes(context, found) : [];
  const { leftOutPaths, ...mail } = await openDrafts(context, [attachments], { about, undelivered, notes });
  if (mail.leftOut.length === 0) return mail;
  const leftOutDocuments = found
    .filter(({ path }) => path !== undefined && leftOutPaths.includes(path))
    .map(({ connectionId, documentId: id }) => ({ connectionId, id }));
  return { ...mail, leftOutDocuments };
}

/** Located documents as attachments of a message, and the record of those that are unavailable. */
export function asAttachments(
  located: readonly DeliveryItem[],
  codeOf: CodeOf,
): { attachments: MailDraft['attachments']; undelivered: Undelivered | undefined } {
  const unavailable = located.filter(({ path }) => path === undefined);
  return {
    attachments: located.flatMap(({ path }) => (path === undefined ? [] : [{ path, name: basename(path) }])),
    undelivered: undeliveredOf(
      unavailable.map((one) => undeliveredDocument(one, codeOf)),
      located.length,
    ),
  };
}

/** What a message says. */
interface MessageContent {
  about: DeliverySubject;
  undelivered: Undelivered | undefined;
  /** The person's own notes on its dispatches, where they go along. */
  notes: readonly string[];
}

/** Opens the messages. `leftOutPaths`: files that no message takes; two of them may have one name. */
async function openDrafts(
  context: DeliveryContext,
  messages: readonly MailDraft['attachments'][],
  content: MessageContent,
): Promise<DeliveryMail & { leftOutPaths: readonly string[] }> {
  const to = addressOf(context, content.about.clients);
  const [leftOut, leftOutPaths]: [string[], string[]] = [[], []];
  const hasSeveralClients = content.about.clients.length > 1;
  const result = {
    drafts: 0,
    attached: 0,
    leftOut,
    leftOutPaths,
    to,
    ...(hasSeveralClients && { hasSeveralClients }),
  };
  try {
    for (const [index, attachments] of messages.entries()) {
      const part = messages.length === 1 ? '' : ` (${index + 1}/${messages.length})`;
      const draft = await context.drafts.write({
        to,
        subject: `${subjectText(context, content.about)}${part}`,
        body: (files) => bodyText(context, content, files, attachments.length),
        attachments,
      });
      await context.desktop.openFile(draft.path);
      leftOut.push(...draft.leftOut);
      leftOutPaths.push(...draft.leftOutPaths);
      result.drafts += 1;
      result.attached += attachments.length - draft.leftOut.length;
    }
    return result;
  } catch (error) {
    return { ...result, error: toErrorData(error) };
  }
}

/** The address of the only client; `''` for several, or where it has none. */
function addressOf({ readRules }: Pick<DeliveryContext, 'readRules'>, ruts: readonly Rut[]): string {
  const [only] = ruts.length === 1 ? ruts : [];
  return only === undefined ? '' : readRules()(only).email;
}

function subjectText(context: DeliveryContext, { numbers, dispatches }: DeliverySubject): string {
  const { t } = context.translatorNow();
  if (dispatches === 0) return t('documents:mail.subjectNone');
  if (dispatches === 1) return t('documents:mail.subjectOne', { number: numbers[0] ?? '' });
  return t('documents:mail.subjectMany', { count: dispatches });
}

function bodyText(
  context: DeliveryContext,
  { about, undelivered, notes }: MessageContent,
  leftOut: MailDraft['attachments'],
  files: number,
): string {
  const translator = context.translatorNow();
  const { t } = translator;
  const { numbers, dispatches, notFound } = about;
  // A message that takes none of its files does not speak of attachments.
  const are = leftOut.length < files ? 'attached' : 'ready';
  const paragraphs = [
    t('documents:message.greeting'),
    dispatches === 0
      ? t(`documents:mail.${are}None`)
      : t(`documents:mail.${are}`, {
          count: dispatches,
          numbers: listedText(numbers, dispatches, translator),
        }),
    ...(undelivered ? [undeliveredText(undelivered, translator, '\n').trimEnd()] : []),
    ...(notFound.length > 0
      ? [
          t('documents:mail.notFound', {
            count: notFound.length,
            numbers: listedText(notFound, notFound.length, translator),
          }),
        ]
      : []),
    notesText(notes, translator, '\n'),
    leftOutText(leftOut, translator),
    t('documents:mail.closing'),
  ];
  return paragraphs.filter(Boolean).join('\n\n');
}

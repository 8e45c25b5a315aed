import { compositeKey } from '../../shared/composite-key.ts';
import type { Client } from '../../shared/model/connection.ts';
import { formatDay } from '../../shared/model/dates.ts';
import type { MissingDocument, RequestMessage } from '../../shared/model/dossier.ts';
import { clientText } from '../../shared/model/rut.ts';
import { isOwnRole, type UserRole } from '../../shared/model/user-role.ts';
import type { Translator } from '../i18n/index.ts';

/**
 * Length of a `mailto:` link that Windows passes to a mail program; longer ones are truncated or rejected.
 */
const maxMailLinkLength = 1_900;

/** The responsible parties whose address may be known (names.md, GET /master/file-types). */
const client = 'CLIENTE';
const agency = 'AGENCIA';

/** Whom messages may be addressed to. */
interface Recipients {
  clients: readonly Client[];
  userRole: UserRole;
  /** The e-mail address of an agency; `''` if none was entered. */
  agencyEmail(connectionId: string): string;
}

/**
 * One message for each responsible party, its documents in list order. Each client gets a separate message,
 * so that none reveals another client; and no message covers dispatches of two agencies. What the user's own
 * office owes becomes a reminder to colleagues.
 */
export function composeDocumentRequests(
  missingDocuments: readonly MissingDocument[],
  { clients, userRole, agencyEmail }: Recipients,
  translator: Pick<Translator, 't'>,
): RequestMessage[] {
  const groups = Map.groupBy(missingDocuments, ({ connectionId, responsible, rut }) =>
    compositeKey(connectionId, responsible, responsible === client ? rut : ''),
  );
  return [...groups.values()].flatMap((owed) => {
    const [first] = owed;
    if (!first) return [];
    const { connectionId, responsible, rut } = first;
    const toClient = responsible === client ? rut : undefined;
    const subject = subjectOf(owed, translator).toWellFormed();
    const isOwn = isOwnRole(responsible, userRole);
    const body = bodyOf(owed, { clients: toClient === undefined ? clients : undefined, isOwn }, translator);
    const link = encodeURIComponent(subject).length + encodeURIComponent(asMailText(body)).length;
    return [
      {
        connectionId,
        responsible,
        isOwn,
        ...(toClient !== undefined && { client: toClient }),
        to:
          responsible === agency && !isOwn
            ? agencyEmail(connectionId)
            : (clients.find((one) => one.rut === toClient)?.email ?? ''),
        subject,
        body,
        fitsMail: link <= maxMailLinkLength,
        missingDocuments: owed.map(({ number, type, rut: whose }) => ({
          connectionId,
          number,
          type,
          rut: whose,
        })),
      },
    ];
  });
}

/** A text for a mail link: CRLF line ends (RFC 6068, 5), and no lone surrogates. */
export function asMailText(body: string): string {
  return body.toWellFormed().replace(/\r?\n/g, '\r\n');
}

function dispatchesOf(missingDocuments: readonly MissingDocument[]): MissingDocument[][] {
  return [
    ...Map.groupBy(missingDocuments, ({ connectionId, number }) =>
      compositeKey(connectionId, number),
    ).values(),
  ];
}

function subjectOf(missingDocuments: readonly MissingDocument[], { t }: Pick<Translator, 't'>): string {
  const dispatches = dispatchesOf(missingDocuments);
  const [only] = dispatches;
  return dispatches.length === 1
    ? t('documents:message.subjectOne', { number: only?.[0]?.number ?? '' })
    : t('documents:message.subjectMany', { count: dispatches.length });
}

/** `clients` names the client of each dispatch; undefined where the message goes to that client. */
function bodyOf(
  missingDocuments: readonly MissingDocument[],
  { clients, isOwn }: { clients: readonly Client[] | undefined; isOwn: boolean },
  translator: Pick<Translator, 't'>,
): string {
  const { t } = translator;
  const lists = dispatchesOf(missingDocuments).map((owed) =>
    [headingOf(owed[0], clients, translator), ...owed.map(line)].join('\n'),
  );
  return [
    t('documents:message.greeting'),
    t(isOwn ? 'documents:message.ownIntroduction' : 'documents:message.introduction', {
      count: missingDocuments.length,
    }),
    ...lists,
    t('documents:message.closing'),
  ].join('\n\n');

  function line({ type, kind, request }: MissingDocument): string {
    const document = t(kind === 'no-file' ? 'documents:message.noFile' : 'documents:message.missing', {
      type,
    });
    const requestLine =
      request && t('documents:message.asked', { document, day: formatDay(request.askedOn) });
    return `  - ${requestLine ?? document}`;
  }
}

function headingOf(
  missingDocument: MissingDocument | undefined,
  clients: readonly Client[] | undefined,
  { t }: Pick<Translator, 't'>,
): string {
  if (!missingDocument) return '';
  const phrases = [t('documents:message.dispatch', { number: missingDocument.number })];
  if (missingDocument.reference !== '')
    phrases.push(t('documents:message.reference', { reference: missingDocument.reference }));
  if (clients)
    phrases.push(t('documents:message.client', { client: clientText(missingDocument.rut, clients) }));
  return phrases.join(' · ');
}

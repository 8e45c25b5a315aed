import { isObject, type Json, type JsonObject } from '../../shared/model/json.ts';
import { withoutAccents } from '../../shared/without-accents.ts';
import type { SentRequest } from './request-with-retry.ts';
import {
  aboutPages,
  countOf,
  isErrorText,
  isSameNumber,
  lastName,
  moreName,
  pagesName,
  plainName,
  saysContinuation,
  statusName,
  successName,
  totalName,
  whatIsCounted,
} from './tolerant-fields.ts';

/**
 * Whether a response without rows says more than an honest empty one does. That one may hold its time, an
 * echo of the request, success, a first or empty page, nothing found, a continuation. The rule is closed:
 * rows under an unknown name, an unknown error, another query or an unknown continuation count as
 * unexplained.
 */
export function hasUnexplained(
  envelope: JsonObject,
  sent: SentRequest,
  nextToken: string | undefined,
): boolean {
  return !isAllExplained(envelope, { sent, nextToken, isAboutPages: true });
}

interface EmptyListContext {
  sent: SentRequest;
  /** The continuation of the response. */
  nextToken: string | undefined;
  /** Whether this part describes the response and its pages. */
  isAboutPages: boolean;
}

/** Objects in which a response describes itself, its pages or the query. */
const containerName =
  /^(?:data|meta|metadata|pagination|paginacion|paging|pages?|pagina|pageable|pageinfo|results?|resultados?|response|respuesta|body|cuerpo|header|cabecera|status|estado|request|solicitud|query|consulta|filters?|filtros?|criteria|criterios|params|parameters|parametros|sort|orden|links|self|summary|resumen|info|cursors?)$/;

function isAllExplained(object: JsonObject, context: EmptyListContext): boolean {
  return Object.entries(object).every(([written, value]) => {
    if (saysNothing(value)) return true;
    const name = plainName(written);
    // Compared elsewhere with the number of items, of the page or of all pages.
    if (
      context.isAboutPages &&
      (totalName.test(name) || pagesName.test(name)) &&
      countOf(value) !== undefined
    )
      return true;
    if (!isObject(value)) return typeof value !== 'object' && isExplained(written, value, context);
    const isAboutPages = context.isAboutPages && aboutPages.test(written);
    return containerName.test(name) && isAllExplained(value, { ...context, isAboutPages });
  });
}

/** No value, or a list or an object without any. `false` and 0 do count as values: `"active": false`. */
function saysNothing(value: Json): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(saysNothing);
}

type Scalar = string | number | boolean;
type Explanation = (value: Scalar, context: EmptyListContext, name: string) => boolean;

const maxTextLength = 200;

function isExplained(written: string, value: Scalar, context: EmptyListContext): boolean {
  const name = plainName(written);
  if (addressName.test(name)) return isRequestedAddress(value, context);
  if (typeof value === 'string' && value.length > maxTextLength) return false;
  if (saysContinuation.test(written) && isContinuation(value, context)) return true;
  if (isErrorText(name) && isNone(value)) return true;
  return explanations.some(([named, explains]) => named.test(name) && explains(value, context, name));
}

const isNone = (value: Scalar) => value === false || value === 0;
const isText = (pattern: RegExp) => (value: Scalar) => pattern.test(String(value));

/** No continuation, the next one, or the one that this page was requested with. */
function isContinuation(value: Scalar, { nextToken, sent }: EmptyListContext): boolean {
  return isNone(value) || String(value) === nextToken || String(value) === sent.query['nextToken'];
}

const goodWord = /^(?:ok|success|successful|exito|éxito|exitoso|true|(?:200|0)(?: ok)?|204)$/i;
const timeName = new RegExp(
  [
    '^(?:response|respuesta|request|server|query|consulta|current)?(?:date|datetime|fecha|fechahora|hora|time|timestamp)(?:utc|ms)?$',
    '^(?:fecha|hora|tiempo)(?:hora)?(?:de)?(?:consulta|respuesta|generacion|emision|actual|servidor|ejecucion)$',
    '^(?:generated|created|queried|retrieved)(?:at|on)?$|^generad[oa](?:en|el)?$',
    '^(?:query|response|processing|execution|elapsed)?(?:time|duration|tiempo|took|elapsed)(?:ms)?$',
  ].join('|'),
);
/** A date in any program's format, or figures with their units; words are no time. */
const isTime = (value: Scalar) =>
  /^(?:[A-Z][a-z]{2},? )?\d/.test(String(value)) && !/\p{L}{4}/u.test(String(value));

/** What explains a value, by names as `plainName` writes them; one match is enough. */
const explanations: readonly (readonly [name: RegExp, explains: Explanation])[] = [
  [statusName, isText(goodWord)],
  [successName, isText(goodWord)],
  [/^(?:message|mensaje|msg)$/, (value) => goodWord.test(String(value)) || saysNothingFound(String(value))],
  [lastName, isText(goodWord)],
  [moreName, isNone],
  [/^(?:failed|failure)$/, isNone],
  [
    /^(?:is)?(?:empty|vacio|vacia)$|^(?:is)?first(?:page)?$/,
    (value, { isAboutPages }) => value === true || (value === false && !isAboutPages),
  ],
  [/^(?:un)?(?:sorted|paged)$/, (value) => typeof value === 'boolean'],
  [/^(?:object|kind|type|tipo)$/, isText(/^(?:list|lista|array|collection|page)$/i)],
  [timeName, isTime],
  [/^(?:limit|pagesize|perpage)$/, (value) => (countOf(value) ?? 0) > 0],
  [/^size$/, (value) => countOf(value) !== undefined],
  [/^(?:page|pagina|pagenumber|currentpage|offset|skip)$/, isRequestedPage],
  [/^(?:version|apiversion)$/, isText(/^v?\d+(?:\.\d+){0,3}$/i)],
  [/^(?:lang|idioma)$/, isText(/^[a-z]{2}(?:[-_][a-z]{2})?$/i)],
  [/^(?:x)?(?:request|trace|correlation|transaction)id$/, isRequestId],
  // Counts and sums of rows are zero.
  [
    new RegExp(`^(?:num(?:ber|ero)?(?:of|de)?)?${whatIsCounted}$|count$|cantidad$|^(?:total|sum|suma|saldo)`),
    isNone,
  ],
  [/(?:)/, isEcho],
];

/** The first page or offset; after a continuation, any. */
function isRequestedPage(value: Scalar, { sent }: EmptyListContext, name: string): boolean {
  const pageNumber = countOf(value);
  if (pageNumber === undefined) return false;
  return (
    sent.query['nextToken'] !== undefined ||
    pageNumber === 0 ||
    (pageNumber === 1 && !/offset|skip/.test(name))
  );
}

/**
 * The identifier of this request (api.md, Request identifier), or one that a machine made: digits, and no
 * words.
 */
function isRequestId(value: Scalar, { sent }: EmptyListContext): boolean {
  const text = String(value);
  if (sent.requestIds.includes(text)) return true;
  const isWord = (part: string) => /^\D{4,}$/.test(part) && !/^[0-9a-f]+$/i.test(part);
  return /\d/.test(text) && !/\s/.test(text) && !text.split(/[^\p{L}\p{N}]+/u).some(isWord);
}

const whatIsNot = `(?:${whatIsCounted}|data|datos|informacion|files?|archivos?|types?|tipos?)`;
const subjectPattern =
  '(?:filtros?|filters?|criteri(?:os?|a|on)|busqueda|search|query|consulta|parametros|parameters|rango|range|fechas|dates)';
/** A whole sentence that reports that nothing was found, without its accents. */
const nothingFound = new RegExp(
  `^(?:(?:no|0|sin) ${whatIsNot}(?: (?:were )?(?:found|encontrad[oa]s?))?|no (?:se (?:encontraron|encontro|han encontrado)|hay|existen) ${whatIsNot})` +
    `(?: (?:para|con|for|with|matching) (?:(?:los|las|el|la|the|your|tus|sus) )?${subjectPattern})?[.!]?$`,
  'i',
);

function saysNothingFound(text: string): boolean {
  return nothingFound.test(withoutAccents(text));
}

// --- The request, repeated

const addressName = /^(?:self|href)$/;

/** The requested address with no other parameters, on any host. */
function isRequestedAddress(value: Scalar, context: EmptyListContext): boolean {
  const text = String(value);
  if (!/^(?:https?:\/)?\/\S{1,2000}$/.test(text)) return false;
  const address = URL.parse(text, 'https://service.example');
  if (!address) return false;
  const { segments } = context.sent;
  const path = address.pathname.split('/').filter(Boolean).slice(-segments.length);
  if (path.join('/') !== segments.map(encodeURIComponent).join('/')) return false;
  return [...address.searchParams].every(
    ([name, text]) => name === 'key' || text === '' || isExplained(name, text, context),
  );
}

/** Names that repeat a parameter of the request. */
const echoNames: readonly (readonly [name: RegExp, parameter: string])[] = [
  [/^(?:rut|rutcliente|clientrut)$/, 'rut'],
  [/^(?:start|from|desde|inicio)(?:date|fecha)?$|^fecha(?:de)?(?:desde|inicio)$/, 'startDate'],
  [/^(?:end|to|hasta|fin|termino)(?:date|fecha)?$|^fecha(?:de)?(?:hasta|fin|termino)$/, 'endDate'],
  [/^(?:filetypename|filetype|documenttype|tipodocumento|type|tipo)$/, 'fileTypeName'],
  [/^recordtype$/, 'recordType'],
  [/^iscompleted$/, 'isCompleted'],
  [/^orderby$/, 'orderBy'],
  [/^orderdirection$/, 'orderDirection'],
];

/** Whether a value repeats the parameter of that name; another value means a response to another query. */
function isEcho(value: Scalar, { sent }: EmptyListContext, name: string): boolean {
  const text = String(value);
  if (/^(?:id)?(?:agencia|agency)(?:id)?$/.test(name)) return isSame(text, sent.agency);
  if (/^(?:(?:numero|nro|num)(?:de)?despacho|dispatchnumber|despacho|dispatch)$/.test(name)) {
    const [, dispatch, of] = sent.segments;
    return dispatch !== undefined && of !== undefined && isSameNumber(text, dispatch);
  }
  return echoNames.some(([named, parameter]) => {
    const requested = named.test(name) ? sent.query[parameter] : undefined;
    if (requested === undefined) return false;
    return parameter === 'rut'
      ? isSameRut(text, requested)
      : isSame(text, requested) || isSameDay(text, requested);
  });
}

/** Compares without punctuation, blanks and case. */
function isSame(text: string, requested: string): boolean {
  const plain = plainName(text);
  return text === requested || (plain !== '' && plain === plainName(requested));
}

/**
 * With its check digit, without it, or with another one: the service checks none of them
 * (docs/service/reading.md, RUT).
 */
function isSameRut(text: string, requested: string): boolean {
  const body = plainName(requested).slice(0, -1);
  const plain = plainName(text);
  return plain === body || plain.slice(0, -1) === body;
}

const figures = /^[\d\-/.:TZ+ ]+$/;
/** Maximum ms between midnight in Santiago and a day of the range written in UTC: a day and the zone. */
const maxRangeShiftMs = 36 * 3_600_000;

/** Whether a date is one of the range, in any order or zone. */
function isSameDay(text: string, requested: string): boolean {
  if (!figures.test(text) || !/^\d{4}-\d\d-\d\d/.test(requested)) return false;
  const figureGroups = (text: string) => (text.match(/\d+/g) ?? []).slice(0, 3).sort().join(' ');
  if (figureGroups(text) === figureGroups(requested)) return true;
  return Math.abs(Date.parse(text) - Date.parse(requested)) < maxRangeShiftMs;
}

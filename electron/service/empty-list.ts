import type { Json, JsonObject } from '../../shared/model/json.ts';
import {
  aboutPages,
  countOf,
  lastName,
  pagesName,
  statusName,
  successName,
  totalName,
  whatIsCounted,
} from './envelope-names.ts';
import { isObject, plainName } from './fields.ts';

const timeName = /date|fecha|time|generado|generatedat|createdat|duration|elapsed|took/;
const requestName = /^(?:x)?(?:request|trace|correlation|transaction)id$/;
const echoName =
  /^(?:rut|numerodespacho|filetypename|recordtype|iscompleted|orderby|orderdirection|idagencia|agency|agencia)$/;
/** What is a number, and what is one word, where an honest answer says it. */
const numberName = /^(?:limit|offset|skip|page|pagina|pagenumber|currentpage|pagesize|perpage|size)$/;
const wordName = /^(?:version|apiversion|lang|idioma)$/;
const emptyName = /^(?:is)?(?:empty|vacio|vacia)$/;
const firstName = /^(?:is)?first(?:page)?$|^(?:un)?(?:sorted|paged)$/;
const kindName = /^(?:object|kind|type|tipo)$/;
const whatIsNot = `(?:${whatIsCounted}|data|datos|informacion|files?|archivos?|types?|tipos?)`;
const whatWasAsked =
  '(?:filtros?|filters?|criteri(?:os?|a|on)|busqueda|search|query|consulta|parametros|parameters|rango|range|fechas|dates)';
/** The whole of a sentence that tells of nothing found, without its accents. */
const nothingFound = new RegExp(
  `^(?:(?:no|0|sin) ${whatIsNot}(?: (?:were )?(?:found|encontrad[oa]s?))?|no (?:se (?:encontraron|encontro|han encontrado)|hay|existen) ${whatIsNot})` +
    `(?: (?:para|con|for|with|matching) (?:(?:los|las|el|la|the|your|tus|sus) )?${whatWasAsked})?[.!]?$`,
  'i',
);
const goodWord = /^(?:ok|success|successful|exito|éxito|exitoso|true|(?:200|0)(?: ok)?)$/i;

/**
 * Whether an answer without rows says anything but what an honest one says: when it was made, what was asked, that it went well, that it is the first
 * page or empty, that nothing was found, nothing at all. The
 * rule is closed: rows under a strange name, an error in strange words and a strange continuation all look like something else.
 */
export function hasUnexplained(object: JsonObject, isAboutPages = true): boolean {
  return Object.entries(object).some(([written, value]) => {
    const name = plainName(written);
    if (isObject(value) && !timeName.test(name)) {
      if (isAboutPages && totalName.test(name) && countOf(value) !== undefined) return false;
      return hasUnexplained(value, isAboutPages && aboutPages.test(written));
    }
    if (isAboutPages && (emptyName.test(name) || /^(?:is)?first(?:page)?$/.test(name)) && value === false)
      return true;
    // These are compared with what came (the page, or all pages of a walk).
    const isCompared = isAboutPages && (totalName.test(name) || pagesName.test(name));
    return !isHarmless(name, value) && !(isCompared && countOf(value) !== undefined);
  });
}

function isHarmless(name: string, value: Json): boolean {
  if (value === null || value === false || value === 0 || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return false;
  const text = String(value);
  // The address that was asked, with all that it was asked with.
  if (name === 'self') return /^(?:https?:\/)?\/\S{1,2000}$/.test(text);
  if (text.length > 200) return false;
  const isMessage = /^(?:message|mensaje|msg)$/.test(name);
  if (isMessage && nothingFound.test(text.normalize('NFKD').replace(/\p{M}/gu, ''))) return true;
  if (statusName.test(name) || successName.test(name) || isMessage)
    return goodWord.test(text) || (typeof value === 'number' && value >= 200 && value < 300);
  if (lastName.test(name)) return value === true || goodWord.test(text);
  if (emptyName.test(name) || firstName.test(name)) return value === true;
  if (kindName.test(name)) return /^(?:list|lista|array|collection|page)$/i.test(text);
  // A date as some program writes it, or figures with their units: words are no time.
  if (timeName.test(name)) return /^(?:[A-Z][a-z]{2},? )?\d/.test(text) && !/\p{L}{4}/u.test(text);
  if (numberName.test(name)) return countOf(value) !== undefined;
  if (wordName.test(name)) return /^[\w.+-]{1,40}$/.test(text);
  if (requestName.test(name)) return !/\s/.test(text);
  return echoName.test(name);
}

import type { Json } from '../../shared/model/json.ts';
import { isObject } from './fields.ts';

// The names that an envelope has for what it says of itself (docs/service.md, Reading an answer). All are compared as `plainName` writes them, but
// for those of continuations and of objects about pages.

const anyError =
  '(?:errors?|errores|erros?|errore|errori|erreurs?|fehler|faults?|fallas?|fallos?|exceptions?|excepcion|failed|failure)';
const whatOfIt = '(?:code|codigo|message|mensaje|msg|description|descripcion|details?|detalles?|text|texto)';
const errorName = new RegExp(`^(?:is|has|hay|tiene)?(?:${whatOfIt}(?:de)?)?${anyError}(?:${whatOfIt})?$`);

/** Whether something of this name tells an error; how many of something failed is none. */
export function isErrorText(name: string): boolean {
  return errorName.test(name) && !/^(?:failed|failure)$/.test(name);
}

/** Whether it went well. */
export const successName =
  /^(?:is)?(?:ok|success|successful|exito|authorized|authenticated|allowed|autorizado|autenticado|permitido)$/;
/** A status of HTTP, or a code. */
export const statusName = /^(?:http|response)*(?:status|estado|code|codigo|statuscode|codigoestado)$/;

/** A continuation, as names.md has it. */
export const saysContinuation = /next|token|cursor/i;

/** An object that speaks of the answer or its pages; elsewhere a total may be one of amounts. */
export const aboutPages = /^(?:data|meta|metadata|pag|result|resultado|response|respuesta|body|cuerpo)/i;

/** What rows are called, as a part of a pattern. */
export const whatIsCounted =
  '(?:items?|elements?|elementos?|rows?|filas?|records?|results?|resultados?|documents?|documentos?|registros?|dispatches|despachos?|desembolsos?|hits|matches)';
/** How many rows there are. */
export const totalName = new RegExp(
  `^(?:x|odata|num|number|of|de|overall|full|${whatIsCounted})*(?:total|totales|count|cantidad|found|filtered)(?:of|de|${whatIsCounted}|count|found|total|hits)*$`,
);
/** How many pages there are. */
export const pagesName =
  /^(?:total|num|numberof|numerode|cantidadde|last|ultima)?(?:pages|paginas)(?:total|count)?$|^(?:last|ultima)(?:page|pagina)$|^(?:page|pagina)s?(?:total|totales|count)$|^total(?:page|pagina)$/;
/** That a list goes on. */
export const moreName =
  /^(?:has|is|hay|tiene|existen)?(?:mas|next|partial|incomplete|parcial|incompleto)(?:page|pages|pagina|paginas)?$|more|truncat|truncad|^timedout$|^(?:remaining|restantes?|pendientes?)/;
/** That a list ends here. */
export const lastName = /^(?:is)?(?:last|lastpage|complete|completo|ultima|ultimapagina)$/;

/** A count: a number, its digits with or without thousands marks, or an object that holds it as its value. */
export function countOf(value: Json): number | undefined {
  if (isObject(value)) return countOf(value['value'] ?? value['count'] ?? null);
  const digits = typeof value === 'string' ? value.trim().replace(/[.,](?=\d{3}(?!\d))/g, '') : '';
  const number = /^\d{1,15}$/.test(digits) ? Number(digits) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

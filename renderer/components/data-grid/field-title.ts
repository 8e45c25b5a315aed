import type { TFunction } from 'i18next';
import spanish from '../../../shared/locales/es-CL/grid.json';
import type { DispatchFactName } from '../../../shared/model/dispatch-fields.ts';

/**
 * Translated fields of the service (docs/service/names.md), by the last part of their path and their context.
 */
const fields = spanish.field satisfies Record<DispatchFactName, string>;
const groupsOfFields = spanish.fieldGroup;

const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name);
const isGroup = (name: string): name is keyof typeof groupsOfFields => Object.hasOwn(groupsOfFields, name);

/**
 * The title of a service field by its path: `infoDoc.issuer.giro` is "Emisor · Giro". An untranslated name is
 * split into words: `pesoBrutoTotal` is "Peso bruto total". A known field of a dispatch stands alone, because
 * documents have none of its name.
 */
export function fieldTitle(path: string, t: TFunction<'grid'>): string {
  const names = path.split('.').filter((name) => name !== '');
  const last = names.at(-1) ?? path;
  const groups = names.slice(0, -1).filter((name) => name !== 'infoDoc');
  const isAlone =
    groups.length === 1 && groups[0] === 'dispatch' && isField(last) && !sharedNames.includes(last);
  return [
    ...(isAlone ? [] : groups.map((name) => (isGroup(name) ? t(`fieldGroup.${name}`) : parted(name)))),
    isField(last) ? t(`field.${last}`) : parted(last),
  ].join(' · ');
}

/** Names whose meaning depends on the object that has them. */
const sharedNames: readonly string[] = ['id', 'name', 'number', 'type', 'title', 'estado'];

/** An identifier as words: `fecha_salidaPuerto` is "Fecha salida puerto". */
function parted(name: string): string {
  const title = name
    .replace(/[_\-\s]+/g, ' ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .trim()
    .split(' ')
    // A word in capitals is an abbreviation: "BL", "IVA".
    .map((word) => (/^\p{Lu}{2,}\d*$/u.test(word) ? word : word.toLocaleLowerCase('es')))
    .join(' ');
  return title === '' ? name : title.charAt(0).toLocaleUpperCase('es') + title.slice(1);
}

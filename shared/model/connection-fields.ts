/**
 * A text field of a connection: entered in the form or at the terminal, stored, exported, or set by an
 * administrator.
 */
interface Field {
  name: string;
  /** The command line option; by default the field's own name. */
  option?: string;
  maxLength: number;
  /** The placeholder of an empty field. */
  example?: string;
}

/**
 * Required fields. Their translations are in `connections:field`, `connections:fieldMeans` and `cli:title`.
 */
const required = [
  { name: 'name', maxLength: 80 },
  /** Without the agency id and without a trailing slash. */
  { name: 'baseUrl', option: 'base-url', maxLength: 2000, example: 'https://…' },
  { name: 'agency', option: 'agency', maxLength: 200 },
] as const satisfies readonly Field[];

/** Optional fields; absent in connections stored before a field existed. */
const optional = [
  /** The agency's former base URL: documents that an index names under its host belong to the agency too. */
  { name: 'movedFrom', option: 'moved-from', maxLength: 2000, example: 'https://…' },
  /** The address of messages that request documents from the agency. */
  { name: 'email', option: 'email', maxLength: 254 },
] as const satisfies readonly Field[];

type Required = (typeof required)[number]['name'];
type Optional = (typeof optional)[number]['name'];
export type ConnectionField = Required | Optional;

/** The fields of a connection, in the order of the form. */
export const connectionFields: readonly (Field & { name: ConnectionField; isRequired: boolean })[] = [
  ...required.map((field) => ({ ...field, isRequired: true })),
  ...optional.map((field: Field & { name: Optional }) => ({ ...field, isRequired: false })),
];

/** The field values of one connection. */
export type FieldsOfConnection = Readonly<Record<Required, string> & Partial<Record<Optional, string>>>;

/** A record with a value for each required field, and one for each optional field. */
export function ofEachField<Value, ValueOfOptional>(
  give: (field: Field) => Value,
  giveOptional: (field: Field) => ValueOfOptional,
): Record<Required, Value> & Record<Optional, ValueOfOptional> {
  // The types cannot tell that entries cover every field.
  return Object.fromEntries(
    connectionFields.map((field) => [field.name, field.isRequired ? give(field) : giveOptional(field)]),
  ) as Record<Required, Value> & Record<Optional, ValueOfOptional>;
}

/** The field values of a connection, or of none, without its other properties; `''` for absent ones. */
export function fieldsOf(connection: Partial<FieldsOfConnection> = {}): Record<ConnectionField, string> {
  const texts: Readonly<Record<string, string | undefined>> = { ...connection };
  const textOf = ({ name }: Field) => texts[name] ?? '';
  return ofEachField(textOf, textOf);
}

/**
 * A text that is set of a connection: typed in the form and at the terminal, kept, carried to other
 * computers, set by an administrator.
 */
interface Field {
  name: string;
  /** The option of the terminal that gives it; the name is the command's own word. */
  option?: string;
  maxLength: number;
  /** Shown where nothing is typed yet. */
  example?: string;
}

/**
 * What no connection is without. The words of a field are those of `connections:field`,
 * `connections:fieldMeans` and `cli:title`.
 */
const required = [
  { name: 'name', maxLength: 80 },
  /** Without the agency id and without a trailing slash. */
  { name: 'baseUrl', option: 'base-url', maxLength: 2000, example: 'https://…' },
  { name: 'agency', option: 'agency', maxLength: 200 },
] as const satisfies readonly Field[];

/** What may be empty, as it is in connections that were kept before it was known. */
const optional = [
  /**
   * The base URL that the agency had before: documents that an index names under its host are the agency's,
   * too.
   */
  { name: 'movedFrom', option: 'moved-from', maxLength: 2000, example: 'https://…' },
] as const satisfies readonly Field[];

type Required = (typeof required)[number]['name'];
type Optional = (typeof optional)[number]['name'];
export type ConnectionField = Required | Optional;

/** What is set of a connection, in the order of the form. */
export const connectionFields: readonly (Field & { name: ConnectionField; isRequired: boolean })[] = [
  ...required.map((field) => ({ ...field, isRequired: true })),
  ...optional.map((field: Field & { name: Optional }) => ({ ...field, isRequired: false })),
];

/** What is set of one connection. */
export type FieldsOfConnection = Readonly<Record<Required, string> & Partial<Record<Optional, string>>>;

/** Something for each field that no connection is without, and something for each that may be empty. */
export function ofEachField<Value, ValueOfOptional>(
  give: (field: Field) => Value,
  giveOptional: (field: Field) => ValueOfOptional,
): Record<Required, Value> & Record<Optional, ValueOfOptional> {
  // That every field is there the types cannot tell of entries.
  return Object.fromEntries(
    connectionFields.map((field) => [field.name, field.isRequired ? give(field) : giveOptional(field)]),
  ) as Record<Required, Value> & Record<Optional, ValueOfOptional>;
}

/** What is set of a connection, or of none, without what else is known of it; `''` what is not. */
export function fieldsOf(connection: Partial<FieldsOfConnection> = {}): Record<ConnectionField, string> {
  const texts: Readonly<Record<string, string | undefined>> = { ...connection };
  const textOf = ({ name }: Field) => texts[name] ?? '';
  return ofEachField(textOf, textOf);
}

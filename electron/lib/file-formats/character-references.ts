/** The characters of XML by their entity names (XML 1.0, 4.6). */
export const xmlEntities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
);

/** Text with references replaced by their characters, by number or by name; unknown ones stay as they are. */
export function withoutReferences(text: string, entities: ReadonlyMap<string, string>): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z][a-z0-9]{1,7}));/gi,
    (whole, hex, decimal, name) => {
      if (name !== undefined) return entities.get(name) ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** What is used of numfmt, whose own entry for types names a file that the package does not have. */
declare module 'numfmt' {
  interface FormatOptions {
    locale: string;
    ignoreTimezone: boolean;
    dateSpanLarge: boolean;
    throws: boolean;
    invalid: string;
  }

  /** A number or day as a spreadsheet shows it with the code of a format. */
  export function format(code: string, value: number | Date, options: FormatOptions): string;
}

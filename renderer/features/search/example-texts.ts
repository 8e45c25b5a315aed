import type { ListName } from '../../../shared/model/lists.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import type { SearchExamples } from '../../../shared/model/search.ts';

/** An example text for the search box, and the list that its result opens. */
export interface ExampleText {
  text: string;
  list: ListName;
}

/** Examples as people would type them, each once; `ofMonth` returns the text for documents of a month. */
export function exampleTexts(
  { numbers, declaration, reference, client, month }: SearchExamples,
  language: string,
  ofMonth: (month: string) => string,
): ExampleText[] {
  const [first, second] = numbers;
  const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const texts: (ExampleText | undefined)[] = [
    first === undefined ? undefined : { text: first, list: 'documents' },
    first === undefined || second === undefined
      ? undefined
      : { text: `${first}, ${second}`, list: 'dispatches' },
    declaration === undefined ? undefined : { text: declaration, list: 'documents' },
    reference === undefined ? undefined : { text: reference, list: 'documents' },
    client && { text: formatRut(client.rut), list: 'dispatches' },
    client && client.name !== '' ? { text: client.name, list: 'dispatches' } : undefined,
    month && {
      text: ofMonth(`${name.format(Date.UTC(month.year, month.month - 1, 1))} ${month.year}`),
      list: 'documents',
    },
  ];
  return texts.filter((one) => one !== undefined);
}

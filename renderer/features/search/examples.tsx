import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListName } from '../../../shared/model/lists.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import type { ParsedQuery, SearchExamples } from '../../../shared/model/search.ts';
import { useInvokeQueries, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import screen from '../../ui/screen.module.css';
import { useSearchText } from '../../ui/search-box-text.ts';
import styles from './search.module.css';

/** Whether a text is parsed completely, so that Enter finds something. */
function works(parsed: ParsedQuery | undefined): boolean {
  if (parsed?.kind !== 'understood') return false;
  const { dispatches, clients, types, range, unmatched, wrong, terms, documents } = parsed;
  const isQuery = dispatches.length > 0 || clients.length > 0 || (types.length > 0 && range !== undefined);
  return isQuery && [unmatched, wrong, terms, documents].every((rest) => rest.length === 0);
}

/** Example searches for stored data: a click runs one. */
export function Examples({ onGo }: { onGo?: (() => void) | undefined }) {
  const { t, i18n } = useTranslation('search');
  const { search } = useSearchText();
  const found = useInvokeQuery('search.examples', undefined).data;
  const connectionIds = useInvokeQuery('connections.list', undefined).data?.map(({ id }) => id) ?? [];
  const texts =
    found && connectionIds.length > 0
      ? exampleTexts(found, i18n.language, (month) => t('example.month', { month }))
      : [];
  const parsed = useInvokeQueries(
    'search.parse',
    texts.map(({ text }) => ({ text, connectionIds })),
  );
  const shown = texts.filter((_, at) => works(parsed[at]?.data));
  return (
    <>
      <p className={`${styles.section} ${screen.soft}`}>{t('examples')}</p>
      {shown.length > 0 && (
        <ul aria-label={t('example.name')}>
          {shown.map(({ text, list }) => (
            <li key={text}>
              <button
                type="button"
                className={styles.choice}
                onClick={() => {
                  onGo?.();
                  search(text, list);
                }}
              >
                <IconSearch size={16} aria-hidden />
                <span>{text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** An example text for the search box, and the list that its result opens. */
interface ExampleText {
  text: string;
  list: ListName;
}

/** Examples as people would type them, each once; `ofMonth` returns the text for documents of a month. */
function exampleTexts(
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

import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconFileText,
  IconFolder,
  IconHelpCircle,
  IconUser,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import { formatRut, type Rut } from '../../../shared/model/rut.ts';
import type { ParsedQuery, WrongReason } from '../../../shared/model/search.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { preloadable } from '../../ui/preloadable.tsx';
import { rangeLabel, typesLabel } from '../../ui/query-text.ts';
import { formatRoute, navigate } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { filterOfTypes, type Plan } from './plan-search-or-merge.ts';
import { RequestEstimate } from './request-estimate.tsx';
import styles from './search.module.css';
import { StoredMatches } from './stored-matches.tsx';
import { useClientsOf } from './use-clients-of.ts';

/** Loaded with the first text. */
const firstHits = preloadable(() => import('./inside-documents.tsx'));

interface Props {
  parsed: ParsedQuery;
  ways: readonly Plan[];
  plan: Plan;
  onTake: (way: Plan) => void;
  isFinal: boolean;
  text: string;
  onText: (text: string) => void;
  manyRequests: number | undefined;
  onOpen: (isOpen: boolean) => void;
}

const maxShown = { dispatches: 6, wrong: 20, clients: 12 } as const;

/** The parsed query, part by part, and the action of Enter. */
export function ParsedQueryPanel(props: Props) {
  const { parsed, ways, plan, isFinal, text, onText, manyRequests, onOpen } = props;
  const { t } = useTranslation('search');
  if (parsed.kind === 'nothing') return <p className={`${styles.section} ${screen.soft}`}>{t('examples')}</p>;
  const { clients, dispatches, types, terms, wrong, aside, asides } = parsed;
  const tooLong = parsed.numberRanges.filter(({ isTooLong }) => isTooLong);
  const isOneOfSeveral = ways.length > 1;
  return (
    <>
      {isOneOfSeveral && <Ways {...props} parsed={parsed} />}
      {!(isOneOfSeveral && dispatches.length === 1) && <ParsedDispatches parsed={parsed} />}
      {tooLong.map(({ first, last }) => (
        <p key={first} className={`${styles.section} ${screen.warn}`}>
          {t('rangeTooLong', { first, last })}
        </p>
      ))}
      <ParsedClients clients={clients} text={text} onText={onText} />
      <QueryScope plan={plan} parsed={parsed} />
      {parsed.areTypesUnread && types.length > 0 && (
        <p className={`${styles.section} ${screen.warn}`}>{t('typesUnread')}</p>
      )}
      {wrong.length > 0 && <WrongTokens wrong={wrong} />}
      {asides.length > 0 && <AsideTokens asides={asides} />}
      {aside > asides.length && (
        <p className={`${styles.section} ${screen.soft}`}>
          {t('sentences', { count: aside - asides.length })}
        </p>
      )}
      {terms.length > 0 && <StoredMatches text={terms.join(' ')} onGo={() => onOpen(false)} />}
      {plan.kind === 'needs-clients' && (
        <p className={`${styles.section} ${screen.warn}`}>
          {t('noClients')} <a href={formatRoute({ view: 'clients' })}>{t('addClients')}</a>
        </p>
      )}
      {plan.kind === 'needs-agency' && (
        <p className={`${styles.section} ${screen.warn}`}>{t('needsAgency')}</p>
      )}
      {plan.kind === 'ask' && (
        <RequestEstimate
          query={plan.query}
          isFinal={isFinal}
          manyRequests={manyRequests}
          isEnterShown={isOneOfSeveral}
        />
      )}
      <InsideDocuments
        text={text}
        isDispatch={dispatches.some(({ number, source }) => source !== 'unknown' && number === text.trim())}
        onGo={() => onOpen(false)}
      />
    </>
  );
}

/** Longer texts are pasted lists and mails; a line of an invoice is shorter. */
const maxTextToFind = 300;

interface InsideProps {
  text: string;
  /** A stored dispatch: all its documents say its number. */
  isDispatch: boolean;
  onGo: () => void;
}

/** Offers to look for the whole text inside the files on this computer. */
function InsideDocuments({ text, isDispatch, onGo }: InsideProps) {
  const { t } = useTranslation('search');
  if (text.length > maxTextToFind) return null;
  return (
    <>
      {!isDispatch && <firstHits.Component text={text} onGo={onGo} />}
      <button
        type="button"
        className={styles.choice}
        onClick={() => {
          onGo();
          navigate({ view: 'found', text: text.trim(), part: 'text' });
        }}
      >
        <IconFileText size={16} aria-hidden />
        <span>{t('insideDocuments')}</span>
      </button>
    </>
  );
}

/** The clients, types and days that Enter queries, or those of the text alone. */
function QueryScope({ plan, parsed }: Pick<Props, 'plan'> & { parsed: Parsed }) {
  const { types, range, hasAssumedStart } = parsed;
  const { t } = useTranslation('search');
  const clients = useInvokeQuery('clients.list', undefined).data ?? [];
  const query = plan.kind === 'ask' && plan.query.kind === 'range' ? plan.query : undefined;
  const names = query?.types.kind === 'some' ? query.types.names : types;
  const isOfAll = query !== undefined && query.ruts.length > 1 && query.ruts.length === clients.length;
  const isAllTypes = query?.types.kind === 'all';
  const days = query?.range ?? range;
  const areWhole =
    plan.kind === 'ask' && plan.query.kind === 'dispatches' && (types.length > 0 || range !== undefined);
  return (
    <>
      {isOfAll && <p className={styles.section}>{t('ofAllClients', { count: clients.length })}</p>}
      {(isAllTypes || names.length > 0) && (
        <div className={styles.section}>
          <h2>{t('types')}</h2>
          <p>{query && isAllTypes ? typesLabel(query.types, t) : names.join(' · ')}</p>
        </div>
      )}
      {days && (
        <div className={styles.section}>
          <h2>{t('dates')}</h2>
          <p>{rangeLabel(days, t)}</p>
          {days === range && hasAssumedStart && <p className={screen.soft}>{t('assumedStart')}</p>}
        </div>
      )}
      {areWhole && (
        <p className={`${styles.section} ${screen.soft}`}>
          {t(filterOfTypes(parsed, plan) ? 'dispatchesOfTypes' : 'dispatchesWhole')}
        </p>
      )}
    </>
  );
}

type Parsed = Extract<ParsedQuery, { kind: 'understood' }>;

const wrongMarks: Record<WrongReason, { Icon: typeof IconX; tone: string | undefined }> = {
  'rut-form': { Icon: IconX, tone: screen.bad },
  'dispatch-number': { Icon: IconX, tone: screen.bad },
  'not-understood': { Icon: IconHelpCircle, tone: screen.soft },
  'days-of-all': { Icon: IconAlertTriangle, tone: screen.warn },
  'days-unclear': { Icon: IconAlertTriangle, tone: screen.warn },
};

/**
 * Invalid RUTs and numbers, and lines with unrecognised digits: reported, because the person may have meant
 * them.
 */
function WrongTokens({ wrong }: Pick<Parsed, 'wrong'>) {
  const { t } = useTranslation('search');
  const { shown, more } = useSome(wrong, maxShown.wrong);
  return (
    <div className={styles.section}>
      <ul>
        {shown.map(({ text, reason }) => {
          const { Icon, tone } = wrongMarks[reason];
          return (
            <li key={text} className={`${styles.line} ${tone}`}>
              <Icon size={16} aria-hidden />
              <b>{text}</b> {t(`wrong.${reason}`)}
            </li>
          );
        })}
      </ul>
      {more}
    </div>
  );
}

/** Digits that are no document number, in the text's own words, with what each was parsed as. */
function AsideTokens({ asides }: Pick<Parsed, 'asides'>) {
  const { t } = useTranslation('search');
  return (
    <details className={`${styles.section} ${screen.soft}`}>
      <summary>{t('aside', { count: asides.length })}</summary>
      <ul>
        {asides.map(({ text, as }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may occur twice, and nothing moves.
          <li key={index}>
            {text} · {t(`asideAs.${as}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The first items of a list, and the button that shows the rest. */
function useSome<T>(all: readonly T[], count: number): { shown: readonly T[]; more: ReactNode } {
  const { t } = useTranslation('search');
  const [areAll, showAll] = useState(false);
  const isTruncated = all.length > count && !areAll;
  return {
    shown: isTruncated ? all.slice(0, count) : all,
    more: isTruncated && (
      <Button variant="subtle" size="compact-xs" onClick={() => showAll(true)}>
        {t('andMore', { count: all.length - count })}
      </Button>
    ),
  };
}

/** A number of both a dispatch and documents: each can be opened, the first also by Enter. */
function Ways({ parsed, ways, onTake }: Pick<Props, 'ways' | 'onTake'> & { parsed: Parsed }) {
  const { t } = useTranslation('search');
  const clientsOf = useClientsOf();
  const [one, ...others] = parsed.dispatches;
  const count = (text: string) => parsed.documents.find((documents) => documents.text === text)?.count;
  return (
    <>
      <div className={styles.section}>
        <h2>{t('ways')}</h2>
      </div>
      {ways.map((way, index) => {
        const number = way.kind === 'find' ? way.text : one?.number;
        return (
          <button
            key={compositeKey(way.kind, number)}
            type="button"
            className={styles.choice}
            onClick={() => onTake(way)}
          >
            {way.kind === 'find' ? (
              <>
                <IconFileText size={16} aria-hidden />
                <span>{t('papersNumbered', { number, count: count(way.text) ?? 1 })}</span>
              </>
            ) : (
              <>
                <IconFolder size={16} aria-hidden />
                <span>
                  {others.length > 0
                    ? t('manyDispatches', { count: parsed.dispatches.length })
                    : `${t('oneDispatch', { number })} · ${clientsOf(one?.ruts ?? [])}`}
                </span>
              </>
            )}
            {index === 0 && <kbd>{t('enterAsks')}</kbd>}
          </button>
        );
      })}
    </>
  );
}

function ParsedDispatches({ parsed: { dispatches } }: { parsed: Parsed }) {
  const { t } = useTranslation('search');
  const clientsOf = useClientsOf();
  const { shown, more } = useSome(dispatches, maxShown.dispatches);
  if (dispatches.length === 0) return null;
  return (
    <div className={styles.section}>
      <h2>{t('dispatches', { count: dispatches.length })}</h2>
      <ul>
        {shown.map(({ number, ruts }) => (
          <li key={number} className={styles.line}>
            <IconFolder size={16} aria-hidden />
            <b>{number}</b>
            <span className={screen.soft}>{clientsOf(ruts)}</span>
          </li>
        ))}
      </ul>
      {more}
    </div>
  );
}

function ParsedClients({ clients, text, onText }: Pick<Parsed, 'clients'> & Pick<Props, 'text' | 'onText'>) {
  const { t } = useTranslation('search');
  const { shown, more } = useSome(clients, maxShown.clients);
  if (clients.length === 0) return null;
  return (
    <div className={styles.section}>
      <h2>{t('clients', { count: clients.length })}</h2>
      <ul>
        {shown.map(({ rut, name, digitIsRight, expected }) => {
          const selection = `${rut.slice(0, -1)}${expected}` as Rut;
          return (
            <li key={rut} className={styles.line}>
              <IconUser size={16} aria-hidden />
              <b>{name || formatRut(rut)}</b>
              {name && <span className={screen.soft}>{formatRut(rut)}</span>}
              {!digitIsRight && (
                <>
                  <span className={screen.warn}>
                    <IconAlertTriangle size={14} aria-hidden /> {t('wrongDigit')}
                  </span>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    onClick={() => onText(replaceRut(text, rut, selection))}
                  >
                    {t('meant', { rut: formatRut(selection) })}
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {more}
    </div>
  );
}

/** The text with a mistyped RUT corrected, whatever its dots. */
function replaceRut(text: string, wrong: Rut, right: Rut): string {
  const [body = '', digit = ''] = wrong.split('-');
  const dotted = [...body].map((figure, index) =>
    index > 0 && (body.length - index) % 3 === 0 ? `\\.?${figure}` : figure,
  );
  const pattern = new RegExp(`${dotted.join('')}-?${digit}`, 'i');
  return pattern.test(text) ? text.replace(pattern, formatRut(right)) : formatRut(right);
}

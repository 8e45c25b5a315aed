import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { invoke, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { currentRoute } from '../../ui/route.ts';
import { useSearchText } from '../../ui/search-box-text.ts';
import { AgencyMenu, DatesMenu, TypesMenu } from './menus.tsx';
import { OpenedQuery, type ShownQuery, textOf } from './opened-query.ts';
import { type Choices, type Plan, planWays, type SetByText, setByText } from './plan-search-or-merge.ts';
import styles from './search.module.css';
import { SearchBox } from './search-box.tsx';
import { useSearchOrMerge } from './use-search-or-merge.ts';
import { type SearchSelection, searchedAgencies, useSearchSelection } from './use-search-selection.ts';

const parseAfterMs = 120;

/**
 * The search form: agency, text, dates, types. It does not read the route itself: it re-renders once the
 * query of the open result has loaded.
 */
export const SearchForm = memo(() => {
  const { t } = useTranslation('search');
  const field = useRef<HTMLInputElement>(null);
  const connections = useInvokeQuery('connections.list', undefined).data;
  const { data: clients, isPending: areClientsComing } = useInvokeQuery('clients.list', undefined);
  const { text, setText, isOpen, setOpen } = useSearchText();
  const selection = useSearchSelection();
  const known = connections ?? [];
  const connectionIds = searchedAgencies(known, selection.agencies);
  const choices = { connectionIds, book: clients ?? [], ...selection.choicesFor(text) };
  const { parsed, ways, plan, ofText, isFinal, error } = useParsedText(text, connectionIds, choices);
  const submission = useSearchOrMerge({ field, connections, clients, selection, parsed, choices });

  useCommand('search', () => {
    field.current?.focus();
    field.current?.select();
    setOpen(true);
  });

  function showQuery(query: ShownQuery, opened: string, isTypedSince: boolean) {
    const own = submission.searchedHere.get(opened);
    if (!isTypedSince) setText(own?.text ?? textOf(query, clients));
    if (query.kind !== 'words') selection.show(query, own?.ofText ?? {});
  }

  return (
    <search className={styles.form}>
      <OpenedQuery text={text} isReady={!areClientsComing} onShow={showQuery} />
      <AgencyMenu connections={known} selected={connectionIds} onChoose={selection.setAgencies} />
      <SearchBox
        field={field}
        text={text}
        onText={(next) => {
          setText(next);
          setOpen(true);
          submission.reset();
        }}
        isOpen={isOpen}
        onOpen={setOpen}
        parsed={parsed}
        isFinal={isFinal}
        ways={ways}
        plan={plan}
        needsDispatch={submission.needsDispatch}
        manyRequests={submission.manyRequests(plan)}
        error={error ?? submission.error}
        onSubmit={submission.submit}
        onTake={submission.take}
        onStop={stopOpen}
      />
      <FilterMenus selection={selection} text={text} ofText={ofText} connectionIds={connectionIds} />
      <Button onClick={submission.submit} loading={submission.isStarting}>
        {t('search')}
      </Button>
    </search>
  );
});

interface FilterMenusProps {
  selection: SearchSelection;
  text: string;
  /** The days and types that the text sets: shown instead of the selected ones, until taken off. */
  ofText: SetByText;
  connectionIds: readonly string[];
}

/** The days and the types of the query. */
function FilterMenus({ selection, text, ofText, connectionIds }: FilterMenusProps) {
  const { range, types, complete } = selection;
  return (
    <>
      <DatesMenu
        range={ofText.range ?? range}
        {...(ofText.range && { onTakeOff: () => selection.overrideRange(text) })}
        onRange={(selected) => selection.selectRange(selected, text)}
      />
      <TypesMenu
        connectionIds={connectionIds}
        types={ofText.types ?? types}
        {...(ofText.types && { onTakeOff: () => selection.overrideTypes(text) })}
        onTypes={(selected) => selection.selectTypes(selected, text)}
        complete={complete}
        onComplete={selection.setComplete}
      />
    </>
  );
}

const nothingToDo: Plan = { kind: 'nothing' };

/**
 * The text as parsed after a pause in typing; until its response is here, that of the text before. `ways` are
 * its interpretations, of which Enter follows the first: the plan.
 */
function useParsedText(text: string, connectionIds: string[], choices: Choices) {
  const [debounced] = useDebouncedValue(text, parseAfterMs);
  const parsing = useInvokeQuery(
    'search.understand',
    { text: debounced, connectionIds },
    { enabled: debounced.trim() !== '', placeholderData: keepPreviousData },
  );
  const parsed = text.trim() === '' ? undefined : parsing.data;
  const ways = planWays(parsed ?? { kind: 'nothing' }, choices);
  const [plan = nothingToDo] = ways;
  const isOfThisText = debounced === text && !parsing.isPlaceholderData;
  return {
    ...{ parsed, ways, plan },
    /** The days and types that this very text sets. */
    ofText: parsed && isOfThisText ? setByText(parsed, plan, choices) : {},
    /** Whether no other response for this text is to come. */
    isFinal: debounced === text && !parsing.isFetching,
    error: parsing.error,
  };
}

/**
 * Cancels the search of the open result; stored rows stay. A search that ended or belongs to another process
 * is unaffected.
 */
function stopOpen(): void {
  const route = currentRoute();
  if (route.view !== 'results') return;
  invoke('search.cancel', { resultSetId: route.resultSetId }).catch(() => undefined);
}

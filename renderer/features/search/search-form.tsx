import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../shared/model/dates.ts';
import type { Question, TypeChoice } from '../../../shared/model/question.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { ask, useAction, useCall } from '../../ipc/bridge.ts';
import { onceAtATime } from '../../ipc/once-at-a-time.ts';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { currentPlace, type Go, goFromHere } from '../../ui/place.ts';
import { useSearchText } from '../../ui/search-text.ts';
import { AgencyMenu } from './agency-menu.tsx';
import { clientQuestionId } from './clients-to-try.tsx';
import { DatesMenu } from './dates-menu.tsx';
import { planSearch } from './plan.ts';
import styles from './search.module.css';
import { SearchBox } from './search-box.tsx';
import { withoutWords } from './types-meant.ts';
import { TypesMenu } from './types-menu.tsx';

const understandAfterMs = 120;

/** What is asked: agency, text, dates, types. */
export function SearchForm() {
  const { t } = useTranslation('search');
  const field = useRef<HTMLInputElement>(null);
  const connections = useCall('connections.list', undefined).data;
  const [chosenAgencies, chooseAgencies] = useState<readonly string[]>([]);
  const { text, setText, isOpen, setOpen } = useSearchText();
  const [range, setRange] = useState<Range>({ kind: 'last-days', days: 30 });
  const [types, setTypes] = useState<TypeChoice>({ kind: 'all', operation: 'both' });
  const [complete, setComplete] = useState(false);
  const [clientsToTry, setClientsToTry] = useState<readonly Rut[]>([]);
  const [settled] = useDebouncedValue(text, understandAfterMs);
  const start = useAction('search.start', ['search.recent']);

  const known = connections ?? [];
  const stillThere = chosenAgencies.filter((id) => known.some((connection) => connection.id === id));
  const connectionIds = stillThere.length > 0 ? stillThere : known.slice(0, 1).map(({ id }) => id);
  const choices = { connectionIds, range, types, complete, clientsToTry };
  const understanding = useCall(
    'search.understand',
    { text: settled },
    {
      enabled: settled.trim() !== '',
      placeholderData: keepPreviousData,
    },
  );
  const understood = text.trim() === '' ? undefined : understanding.data;
  const plan = planSearch(understood ?? { kind: 'nothing' }, choices);

  useCommand('search', () => {
    field.current?.focus();
    field.current?.select();
  });

  async function begin(question: Question, go: Go) {
    const { resultSetId } = await start.mutateAsync(question);
    setOpen(false);
    setClientsToTry([]);
    go({ view: 'results', resultSetId, list: question.kind === 'range' ? 'documents' : 'dispatches' });
  }

  function find(words: string, go: Go) {
    setOpen(false);
    go({ view: 'found', text: words });
  }

  /** What the text says at this moment: a key may be pressed before the last one was understood. */
  async function submitted() {
    const go = goFromHere();
    const fresh = text.trim() === '' ? undefined : await ask('search.understand', { text });
    const decided = planSearch(fresh ?? { kind: 'nothing' }, choices);
    if (decided.kind === 'ask') await begin(decided.question, go).catch(() => setOpen(true));
    else if (decided.kind === 'find') find(decided.text, go);
    else if (decided.kind === 'needs-client' && (await isNumberOfPaper(text.trim()))) find(text.trim(), go);
    else {
      field.current?.focus();
      setOpen(true);
      if (decided.kind === 'needs-client') focusQuestion();
    }
  }
  const [once] = useState(() => onceAtATime<void>());
  const submit = () => once(JSON.stringify([currentPlace(), text, choices]), submitted);

  return (
    <search className={styles.form}>
      <AgencyMenu connections={known} chosen={connectionIds} onChoose={chooseAgencies} />
      <SearchBox
        field={field}
        text={text}
        onText={(next) => {
          setText(next);
          setOpen(true);
          start.reset();
        }}
        isOpen={isOpen}
        onOpen={setOpen}
        understood={understood}
        isSettled={settled === text && !understanding.isFetching}
        plan={plan}
        connectionIds={connectionIds}
        onTypesNamed={(named, words) => {
          setTypes(named);
          setText(withoutWords(text, words));
          field.current?.focus();
        }}
        clientsToTry={clientsToTry}
        onClientsToTry={(ruts) => {
          setClientsToTry(ruts);
          // With its answer the question goes; Enter in the field asks.
          field.current?.focus();
        }}
        error={understanding.error ?? start.error}
        onSubmit={() => void submit()}
      />
      <DatesMenu range={range} onRange={setRange} />
      <TypesMenu
        connectionIds={connectionIds}
        types={types}
        onTypes={setTypes}
        complete={complete}
        onComplete={setComplete}
      />
      <Button onClick={() => void submit()} loading={start.isPending}>
        {t('search')}
      </Button>
    </search>
  );
}

/** Whether a kept paper has this very number: it is then rather that paper than a dispatch nobody has heard of. */
async function isNumberOfPaper(text: string): Promise<boolean> {
  const [number, papers] = [text.toLowerCase(), await ask('rows.find', { text })];
  return papers.some(({ folio }) => folio.toLowerCase() === number);
}

/** The first client that could be the one; drawn by the time the next frame is. */
function focusQuestion(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${clientQuestionId} input`)?.focus());
}

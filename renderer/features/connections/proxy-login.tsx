import { useEffect, useState } from 'react';
import type { Events } from '../../../shared/contract.ts';
import { ask, useEvent } from '../../bridge.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';

const dialog = preloadable(() => import('./proxy-login-dialog.tsx'));

type Question = Events['proxy.asks'];

/** Asks for the login of an office's proxy, one question after the other. */
export function ProxyLogin() {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  useEvent('proxy.asks', (question) => setQuestions((known) => joined(known, [question])));
  useEffect(() => {
    // A proxy may have asked before this page was there.
    void ask('proxy.waiting', undefined).then((asked) => setQuestions((known) => joined(known, asked)));
  }, []);
  usePreload(dialog);
  const [first] = questions;
  if (!first) return null;
  return (
    <dialog.Component key={first.id} question={first} onAnswered={() => setQuestions(questions.slice(1))} />
  );
}

function joined(known: readonly Question[], asked: readonly Question[]): readonly Question[] {
  return [...known, ...asked.filter(({ id }) => !known.some((one) => one.id === id))];
}

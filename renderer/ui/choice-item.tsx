import type { ReactNode } from 'react';
import list from './choice-list.module.css';
import { navigate, type Route } from './route.ts';

interface Props {
  /** Where it leads. */
  route: Route;
  isCurrent: boolean;
  /** Beside it. */
  actions: ReactNode;
  children: ReactNode;
}

/** An item of a list whose current one is shown below it. */
export function ChoiceItem({ route, isCurrent, actions, children }: Props) {
  return (
    <li className={list.item} data-current={isCurrent || undefined}>
      <button
        type="button"
        className={list.choose}
        aria-current={isCurrent || undefined}
        onClick={() => navigate(route)}
      >
        {children}
      </button>
      <span className={list.actions}>{actions}</span>
    </li>
  );
}

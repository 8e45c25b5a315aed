import type { ReactNode } from 'react';
import screen from './screen.module.css';

interface Props {
  title: string;
  /** Whether tabs follow, which have the line below. */
  hasTabs?: boolean;
  /** Its actions and filters, at the end of the line. */
  children: ReactNode;
}

/** The head of a screen. */
export function ScreenHead({ title, hasTabs = false, children }: Props) {
  return (
    <header className={screen.head} data-line={hasTabs ? undefined : true}>
      <h1>{title}</h1>
      <span className={screen.push} />
      {children}
    </header>
  );
}

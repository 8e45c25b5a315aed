import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Subject, useInspectAt } from '../../ui/inspected-subject.ts';
import { navigate, type Route } from '../../ui/route.ts';
import styles from './search.module.css';

interface DocumentChoiceProps {
  subject: Subject;
  /** The list of all that was found. */
  route: Route;
  /** Parts of its name; empty ones are left out. */
  name: readonly (string | false | undefined)[];
  onGo(): void;
  children?: ReactNode;
}

/** A stored document that the search box offers: it opens the list of all, with its detail. */
export function DocumentChoice({ subject, route, name, onGo, children }: DocumentChoiceProps) {
  const inspectAt = useInspectAt();
  return (
    <button
      type="button"
      className={styles.choice}
      onClick={() => {
        onGo();
        inspectAt(subject, route);
        navigate(route);
      }}
    >
      <IconFileText size={16} aria-hidden />
      <span>
        {name.filter(Boolean).join(' · ')}
        {children}
      </span>
    </button>
  );
}

import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { HomeSection as SectionName } from '../../../shared/model/home.ts';
import styles from './day.module.css';
import { useFolded } from './use-folded.ts';

interface Props {
  part: SectionName;
  title: string;
  /** Beside the title, also of a folded part. */
  note?: ReactNode;
  children: ReactNode;
}

/** A part of the start screen that can be folded; without a button where an administrator decides. */
export function HomeSection({ part, title, note, children }: Props) {
  const { isFolded, toggle } = useFolded();
  const id = useId();
  const isOpen = !isFolded(part);
  if (!isOpen && !toggle) return null;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={styles.part} data-part={part} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {toggle ? (
            <button type="button" aria-expanded={isOpen} onClick={() => toggle(part)}>
              <Icon size={14} aria-hidden />
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {note}
      </header>
      {isOpen && children}
    </section>
  );
}

import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { homeSections, type HomeSection as SectionName } from '../../../shared/model/home.ts';
import { useChangeSettings, useSettings } from '../../ipc/settings-hooks.ts';
import styles from './today.module.css';

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

/** The head of a part's table. */
export function HeadRow({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Which parts are folded, and the function that folds or unfolds one; none if an administrator decides. */
function useFolded(): {
  isFolded: (part: SectionName) => boolean;
  toggle?: (part: SectionName) => void;
} {
  const { settings, managed } = useSettings();
  const change = useChangeSettings();
  const names = settings.homeFolded.split(',').map((name) => name.trim());
  const folded = new Set(homeSections.filter((part) => names.includes(part)));
  const isFolded = (part: SectionName) => folded.has(part);
  if (managed.includes('homeFolded')) return { isFolded };
  return {
    isFolded,
    toggle: (part) => {
      const next = homeSections.filter((one) => (one === part) !== folded.has(one));
      void change({ homeFolded: next.join(',') });
    },
  };
}

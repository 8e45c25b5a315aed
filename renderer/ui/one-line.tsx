import { IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './one-line.module.css';
import { ToolButton } from './tool-button.tsx';

interface Props {
  children: ReactNode;
  /** The label of the button that opens the panel. */
  label: string;
  /** The side on which the panel opens. */
  opens?: 'below' | 'above';
}

const controls = 'button:enabled, input:enabled, [tabindex]:not(:disabled)';

/**
 * Controls and texts on one line. Those that do not fit, or are truncated, are shown in a panel that a button
 * at the end opens. The panel holds the same elements, so that nothing typed or selected is lost. Its
 * position is relative to the parent element, which must be positioned.
 */
export function OneLine({ children, label, opens = 'below' }: Props) {
  const [isOpen, setOpen] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => (line.current ? watchLine(line.current, () => setOpen(false)) : undefined), []);
  useEffect(() => {
    if (isOpen)
      line.current
        ?.querySelector<HTMLElement>(`[data-over] :is(${controls}), [data-over]:is(${controls})`)
        ?.focus();
  }, [isOpen]);
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen || event.defaultPrevented) return;
    event.preventDefault();
    setOpen(false);
    more.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc is heard from the controls inside.
    <div
      className={styles.box}
      data-opens={opens}
      onKeyDown={close}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A dropdown of a control is elsewhere in the DOM, and the focus returns from there.
        const isElsewhere = relatedTarget instanceof Element && !relatedTarget.closest('[data-portal]');
        if (isElsewhere && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <div ref={line} id={id} className={styles.line} data-open={isOpen ? true : undefined}>
        <span className={styles.strut} />
        {children}
      </div>
      <ToolButton
        ref={more}
        className={styles.more ?? ''}
        icon={IconDots}
        label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
    </div>
  );
}

/**
 * Marks the elements that do not fit the line whenever sizes change; calls back when the container's width
 * changes.
 */
function watchLine(line: HTMLElement, onOtherWidth: () => void): () => void {
  const sizes = new ResizeObserver(() => markOver(line));
  const observe = () => {
    sizes.disconnect();
    for (const element of [line, ...line.children]) sizes.observe(element);
  };
  observe();
  const children = new MutationObserver(observe);
  children.observe(line, { childList: true });
  const around = line.parentElement?.parentElement;
  // The observer reports the initial width: reading it here would force another layout.
  let width: number | undefined;
  const widths = new ResizeObserver(() => {
    if (width !== undefined && around?.clientWidth !== width) onOtherWidth();
    width = around?.clientWidth;
  });
  if (around) widths.observe(around);
  return () => {
    sizes.disconnect();
    children.disconnect();
    widths.disconnect();
  };
}

function markOver(line: HTMLElement): void {
  if (line.dataset.open !== undefined) return;
  let hasMore = false;
  for (const child of line.children) {
    if (!(child instanceof HTMLElement)) continue;
    const isOver = child.offsetTop >= line.clientHeight;
    child.toggleAttribute('data-over', isOver);
    const isTruncated =
      child.scrollHeight > child.clientHeight + 1 || child.scrollWidth > child.clientWidth + 1;
    hasMore ||= isOver || isTruncated;
  }
  line.toggleAttribute('data-more', hasMore);
}

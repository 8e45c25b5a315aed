import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import screen from './screen.module.css';

/** The icon of a verdict, and its tone: left out where it is neither good nor bad news. */
export type MarkStyle = readonly [Icon: Icon | undefined, tone?: 'good' | 'warn' | 'bad' | 'soft'];

interface Props {
  style: MarkStyle;
  title?: string;
  children: ReactNode;
}

/** A verdict by icon and word. */
export function Mark({ style: [Icon, tone], title, children }: Props) {
  return (
    <span className={`${screen.mark} ${tone ? screen[tone] : ''}`} title={title}>
      {Icon && <Icon size={14} aria-hidden />}
      {children}
    </span>
  );
}

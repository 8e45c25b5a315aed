import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import screen from './screen.module.css';

/** The icon of an outcome and its tone; no tone if it is neither good nor bad. */
export type StatusStyle = readonly [Icon: Icon | undefined, tone?: 'good' | 'warn' | 'bad' | 'soft'];

interface Props {
  style: StatusStyle;
  title?: string;
  children: ReactNode;
}

/** An outcome as icon and text. */
export function StatusLabel({ style: [Icon, tone], title, children }: Props) {
  return (
    <span className={`${screen.mark} ${tone ? screen[tone] : ''}`} title={title}>
      {Icon && <Icon size={14} aria-hidden />}
      {children}
    </span>
  );
}

import type { ComponentType, ReactNode } from 'react';
import { formatCount } from './format.ts';
import { formatRoute, type Route, useIsView } from './route.ts';
import styles from './sidebar-item.module.css';

interface ItemProps {
  route: Route;
  icon?: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  count?: number;
  /** The count is of unseen items. */
  isNew?: boolean;
  /** Whether it is the current one; by default if the view is the same. */
  isCurrent?: boolean;
  /** The full name, which may be truncated. */
  title?: string;
  /** Replaces the default navigation. */
  onGo?: () => void;
  children: ReactNode;
}

/** One item of the sidebar: a link, for keyboards and screen readers. */
export function SidebarItem({
  route,
  icon: Icon,
  count = 0,
  isNew = false,
  isCurrent,
  title,
  onGo,
  children,
}: ItemProps) {
  const isOfView = useIsView(route.view);
  const isHere = isCurrent ?? isOfView;
  return (
    <li>
      <a
        className={styles.item}
        href={formatRoute(route)}
        title={title}
        onClick={(event) => {
          if (!onGo || isHere) return;
          event.preventDefault();
          onGo();
        }}
        {...(isHere && { 'aria-current': 'page' as const })}
      >
        {Icon && <Icon size={16} aria-hidden />}
        <span>{children}</span>
        {count > 0 && (
          <span className={styles.count} {...(isNew && { 'data-new': true })}>
            {formatCount(count)}
          </span>
        )}
      </a>
    </li>
  );
}

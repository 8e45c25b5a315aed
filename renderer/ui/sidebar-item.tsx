import type { ComponentType, ReactNode } from 'react';
import { formatCount } from './format.ts';
import { formatRoute, type Route, useIsView } from './route.ts';
import styles from './sidebar-item.module.css';

interface ItemProps {
  route: Route;
  icon?: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  count?: number;
  /** The count is of things nobody has seen yet. */
  isNew?: boolean;
  /** Whether the person is there; by default when the view is the same. */
  isCurrent?: boolean;
  /** All of a name that may be cut. */
  title?: string;
  /** Goes there in a way of its own. */
  onGo?: () => void;
  children: ReactNode;
}

/** One line of the sidebar: a link, so that it works as one by keyboard and for screen readers. */
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

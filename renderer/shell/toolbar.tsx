import { IconLayoutBottombar, IconLayoutSidebar, IconLayoutSidebarRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DownloadsButton } from '../features/downloads/downloads-button.tsx';
import { SearchForm } from '../features/search/search-form.tsx';
import { useLayout } from '../ui/layout.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import styles from './toolbar.module.css';

/** What is asked, and the panes that are shown. */
export function Toolbar({ hasInspector }: { hasInspector: boolean }) {
  const { t } = useTranslation('desk');
  const { isShown, toggle } = useLayout();
  return (
    <header className={styles.toolbar}>
      <ToolButton
        icon={IconLayoutSidebar}
        label={t('toggle.rail')}
        isPressed={isShown('rail')}
        onClick={() => toggle('rail')}
      />
      <SearchForm />
      <DownloadsButton />
      <ToolButton
        icon={IconLayoutBottombar}
        label={t('toggle.shelf')}
        isPressed={isShown('shelf')}
        onClick={() => toggle('shelf')}
      />
      <ToolButton
        icon={IconLayoutSidebarRight}
        label={t('toggle.inspector')}
        isPressed={isShown('inspector')}
        disabled={!hasInspector}
        onClick={() => toggle('inspector')}
      />
    </header>
  );
}

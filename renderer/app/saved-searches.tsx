import { IconAlertCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedSearch } from '../../shared/model/search.ts';
import { useInvokeMutation, useInvokeQuery } from '../ipc/invoke-hooks.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorMessage } from '../ui/error-message/error-message.tsx';
import { useIdle } from '../ui/idle.ts';
import { navigateUnlessLeft, routeOfSaved, useRoute } from '../ui/route.ts';
import styles from '../ui/sidebar-item.module.css';
import { SidebarItem } from '../ui/sidebar-item.tsx';
import { openSavedSearch } from './open-saved-search.ts';

/** How long a click on a saved search waits for its first rows, in ms: a shorter wait feels immediate. */
const timeoutMs = 100;

/** Links to the saved searches; after them those that cannot be read. */
export function SavedSearchItems() {
  const { t } = useTranslation('saved');
  const route = useRoute();
  const queries = useQueryClient();
  const saved = useInvokeQuery('saved.list', undefined).data;
  const unreadable = useInvokeQuery('saved.unreadable', undefined, { enabled: useIdle() }).data ?? [];
  function open(search: SavedSearch) {
    const go = navigateUnlessLeft();
    // If the scripts of the lists cannot be loaded, the screen reports it.
    openSavedSearch(queries, search, { timeoutMs, go }).catch(() => go(routeOfSaved(search)));
  }
  return (
    <>
      <h2 className={styles.heading}>{t('heading')}</h2>
      {saved?.length === 0 && unreadable.length === 0 && <p className={styles.hint}>{t('none')}</p>}
      <ul className={styles.inner}>
        {saved?.map((search) => (
          <SidebarItem
            key={search.id}
            route={routeOfSaved(search)}
            count={search.news}
            isNew
            title={search.name}
            onGo={() => open(search)}
            isCurrent={'savedId' in route && route.savedId === search.id}
          >
            {search.name}
          </SidebarItem>
        ))}
        {unreadable.map(({ id }) => (
          <Unreadable key={id} id={id} />
        ))}
      </ul>
    </>
  );
}

/** A saved search that cannot be read: an explanation and a delete button. */
function Unreadable({ id }: { id: string }) {
  const { t } = useTranslation('saved');
  const [isOpen, setOpen] = useState(false);
  const remove = useInvokeMutation('saved.remove', ['saved.list', 'saved.unreadable']);
  const name = t('unreadable', { id });
  return (
    <li>
      <button type="button" className={styles.item} title={name} onClick={() => setOpen(true)}>
        <IconAlertCircle size={16} aria-hidden />
        <span>{name}</span>
      </button>
      {remove.error && <ErrorMessage error={remove.error} />}
      {isOpen && (
        <ConfirmDialog
          title={t('unreadableTitle')}
          text={t('unreadableMeans', { id })}
          label={t('remove')}
          onClose={() => setOpen(false)}
          onConfirm={() => remove.mutate({ id })}
        />
      )}
    </li>
  );
}

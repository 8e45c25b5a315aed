import { Menu } from '@mantine/core';
import { IconBellOff, IconCircleArrowUp, IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { invoke, useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useIdle } from '../../ui/idle.ts';
import { MenuButton } from '../../ui/opening-button.tsx';
import styles from '../../ui/sidebar-item.module.css';
import { useToast } from '../../ui/toast.tsx';

/**
 * A sidebar item while a newer version is offered and not dismissed. Its space is reserved, so that nothing
 * moves.
 */
export function UpdateItem() {
  const { t } = useTranslation('app-window');
  const update = useInvokeQuery('updates.get', undefined, { enabled: useIdle() }).data;
  const toast = useToast();
  const openPage = useInvokeMutation('updates.openPage');
  const dismiss = useInvokeMutation('updates.dismiss');
  const error = openPage.error ?? dismiss.error;
  function forgetError() {
    openPage.reset();
    dismiss.reset();
  }
  return (
    <div className={styles.update} aria-live="polite">
      {update?.kind === 'newer' && !update.isDismissed && (
        <MenuButton
          position="right-end"
          button={(opening) => (
            <button
              {...opening}
              type="button"
              className={styles.item}
              title={t('updates.inRail', { version: update.version })}
            >
              <IconCircleArrowUp size={16} aria-hidden />
              <span>{t('updates.inRail', { version: update.version })}</span>
            </button>
          )}
        >
          <Menu.Label>{t('updates.byHand')}</Menu.Label>
          <Menu.Item
            leftSection={<IconExternalLink size={15} aria-hidden />}
            onClick={() => openPage.mutate({ version: update.version })}
          >
            {t('updates.openAt', { host: update.host })}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconBellOff size={15} aria-hidden />}
            onClick={() =>
              dismiss.mutate(
                { version: update.version },
                {
                  onSuccess: () =>
                    toast(t('updates.dismissed', { version: update.version }), {
                      undo: () => invoke('updates.recall', { version: update.version }),
                    }),
                },
              )
            }
          >
            {t('updates.dismiss')}
          </Menu.Item>
        </MenuButton>
      )}
      {error && (
        <Dialog onClose={forgetError} title={t('updates.title')}>
          <ErrorMessage error={error} />
        </Dialog>
      )}
    </div>
  );
}

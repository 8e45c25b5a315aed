import { Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asksAgencies } from '../../../shared/model/asks-agencies.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import { useGetNew } from '../../components/document-actions/use-get-new.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { MenuButton } from '../../ui/opening-button.tsx';
import { navigate, navigateUnlessLeft } from '../../ui/route.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useMarkSeen } from '../../ui/use-mark-seen.ts';

/** The actions on the open saved search. */
export function SavedMenu({ saved }: { saved: SavedSearch }) {
  const { t } = useTranslation('saved');
  const [isRemoving, setRemoving] = useState(false);
  const duplicate = useInvokeMutation('saved.duplicate', ['saved.list']);
  const remove = useInvokeMutation('saved.remove', ['saved.list']);
  const markSeen = useMarkSeen();
  const { getNew, error: newError } = useGetNew();
  const error = duplicate.error ?? remove.error ?? markSeen.error ?? newError;
  return (
    <>
      {saved.news > 0 && (
        <Button variant="light" size="compact-xs" onClick={() => navigate({ view: 'news' })}>
          {t('news', { count: saved.news })}
        </Button>
      )}
      <MenuButton
        button={(opening) => <ToolButton {...opening} icon={IconDots} size={24} label={t('more')} />}
      >
        {asksAgencies(saved) && (
          <>
            <Menu.Item onClick={() => getNew(saved)}>{t('downloadNew')}</Menu.Item>
            <Menu.Item disabled={saved.news === 0} onClick={() => markSeen.mutate({ id: saved.id })}>
              {t('markSeen')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          onClick={() =>
            duplicate.mutate({ id: saved.id, name: t('copyOf', { name: saved.name }).slice(0, 120) })
          }
        >
          {t('duplicate')}
        </Menu.Item>
        <Menu.Item onClick={() => setRemoving(true)}>{t('remove')}</Menu.Item>
      </MenuButton>
      {error && <ErrorMessage error={error} />}
      {isRemoving && (
        <ConfirmDialog
          title={t('removeTitle', { name: saved.name })}
          text={t('removeMeans')}
          label={t('remove')}
          onClose={() => setRemoving(false)}
          onConfirm={() => {
            const go = navigateUnlessLeft();
            // Once it is removed this menu may be unmounted. The error is shown above.
            remove.mutateAsync({ id: saved.id }).then(
              () => go({ view: 'home' }),
              () => undefined,
            );
          }}
        />
      )}
    </>
  );
}

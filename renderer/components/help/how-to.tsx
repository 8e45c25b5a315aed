import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { topicsOfScreen } from '../../ui/help-topics.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { navigate } from '../../ui/route.ts';

const dialog = preloadable(() => import('./how-to-dialog.tsx'));

/** The button that shows how the work of a screen is done, over it; the help where it has no topics. */
export function HowTo({ screen }: { screen: string }) {
  const { t } = useTranslation('app-window');
  const [isOpen, setOpen] = useState(false);
  const topics = topicsOfScreen(screen);
  usePreload(dialog);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        px={8}
        aria-haspopup="dialog"
        title={t('command.help')}
        onClick={() => (topics.length === 0 ? navigate({ view: 'help' }) : setOpen(true))}
      >
        {t('howTo')}
      </Button>
      {isOpen && <dialog.Component topics={topics} onClose={() => setOpen(false)} />}
    </>
  );
}

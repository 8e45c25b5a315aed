import { Button } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { topicsOfScreen } from '../../ui/help-topics.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { navigate } from '../../ui/route.ts';
import { ToolButton } from '../../ui/tool-button.tsx';

const dialog = preloadable(() => import('./how-to-dialog.tsx'));

interface Props {
  screen: string;
  /** Whether the button is an icon, where there is no room for its name. */
  isIcon?: boolean;
}

/** The button that shows how the work of a screen is done, over it; the help where it has no topics. */
export function HowTo({ screen, isIcon = false }: Props) {
  const { t } = useTranslation('app-window');
  const [isOpen, setOpen] = useState(false);
  const topics = topicsOfScreen(screen);
  usePreload(dialog);
  const open = () => (topics.length === 0 ? navigate({ view: 'help' }) : setOpen(true));
  return (
    <>
      {isIcon ? (
        <ToolButton icon={IconHelp} label={t('howTo')} aria-haspopup="dialog" onClick={open} />
      ) : (
        <Button
          variant="subtle"
          color="gray"
          px={8}
          aria-haspopup="dialog"
          title={t('command.help')}
          onClick={open}
        >
          {t('howTo')}
        </Button>
      )}
      {isOpen && <dialog.Component topics={topics} onClose={() => setOpen(false)} />}
    </>
  );
}

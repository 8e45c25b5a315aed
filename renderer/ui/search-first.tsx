import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRunCommand } from './keyboard/use-command.ts';
import screen from './screen.module.css';

/** Why a screen is empty that a search fills, with the way to the search box. */
export function SearchFirst({ children }: { children: string }) {
  const { t } = useTranslation('app-window');
  const run = useRunCommand();
  return (
    <div className={screen.empty}>
      <p>{children}</p>
      <Button variant="default" onClick={() => run('search')}>
        {t('command.search')}
      </Button>
    </div>
  );
}

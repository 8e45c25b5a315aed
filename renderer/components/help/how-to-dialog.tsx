import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import type { HelpTopic } from '../../ui/help-topics.ts';
import screen from '../../ui/screen.module.css';
import styles from './help.module.css';
import { LabelledText } from './labelled-text.tsx';
import { TopicPage } from './topic-page.tsx';

interface Props {
  topics: readonly HelpTopic[];
  onClose: () => void;
}

/** The topics of a screen over it, the first one opened. */
export default function HowToDialog({ topics, onClose }: Props) {
  const { t } = useTranslation('help');
  const { t: app } = useTranslation('app-window');
  const [opened = topics[0], setOpened] = useState<HelpTopic>();
  return (
    <Dialog title={app('howTo')} size="xl" onClose={onClose}>
      {topics.length > 1 && (
        <nav aria-label={t('topicsName')}>
          <ul className={styles.topics}>
            {topics.map((topic) => (
              <li key={topic}>
                <Button
                  variant={topic === opened ? 'light' : 'default'}
                  size="compact-sm"
                  aria-current={topic === opened ? 'page' : undefined}
                  onClick={() => setOpened(topic)}
                >
                  {t(`topics.${topic}.title`)}
                </Button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div aria-live="polite">{opened && <TopicPage topic={opened} />}</div>
      <p className={screen.soft}>
        <LabelledText text={t('elsewhere')} />
      </p>
    </Dialog>
  );
}

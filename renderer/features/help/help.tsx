import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../shared/without-accents.ts';
import { TopicPage } from '../../components/help/topic-page.tsx';
import { type HelpTopic, helpTopics } from '../../ui/help-topics.ts';
import { useRunCommand } from '../../ui/keyboard/use-command.ts';
import { formatRoute, navigate } from '../../ui/route.ts';
import { searchFieldId } from '../../ui/search-box-text.ts';
import { goToStep, tourSteps } from '../../ui/tour-state.ts';
import styles from './help.module.css';
import { routeOfTopic } from './topic-routes.ts';

/** The help: how each task is done, in steps. Its texts come with the app and need no network. */
export default function Help({ topic }: { topic: HelpTopic }) {
  const { t } = useTranslation('help');
  const [text, setText] = useState('');
  const found = useFoundTopics(text);
  // What is read stays in sight while its title is found, else the first that is.
  const shown = found.includes(topic) ? topic : found[0];
  return (
    <div className={styles.screen}>
      <div className={styles.topics}>
        <h1>{t('title')}</h1>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          leftSection={<IconSearch size={15} aria-hidden />}
          rightSection={text && <CloseButton size="sm" aria-label={t('clear')} onClick={() => setText('')} />}
        />
        <nav aria-label={t('topicsName')}>
          <ul>
            {found.map((each) => (
              <li key={each}>
                <a
                  href={formatRoute({ view: 'help', topic: each })}
                  aria-current={each === shown ? 'page' : undefined}
                >
                  {t(`topics.${each}.title`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <AllKeys />
        <StartTour />
      </div>
      <div className={styles.page} aria-live="polite">
        {shown ? <Topic topic={shown} /> : <p>{t('none', { text })}</p>}
      </div>
    </div>
  );
}

/** The topics that have every word of a text, in their title or in their steps. */
function useFoundTopics(text: string): readonly HelpTopic[] {
  const { t } = useTranslation('help');
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return helpTopics.filter((topic) => {
    const all = fold(`${t(`topics.${topic}.title`)} ${t(`topics.${topic}.steps`)}`);
    return words.every((word) => all.includes(word));
  });
}

function AllKeys() {
  const { t } = useTranslation('app-window');
  const run = useRunCommand();
  return (
    <Button variant="default" size="compact-sm" onClick={() => run('keys')}>
      {t('command.keys')}
    </Button>
  );
}

/** The tour, from its first step, where that begins. */
function StartTour() {
  const { t } = useTranslation('help');
  function start() {
    goToStep(tourSteps[0]);
    navigate({ view: 'home' });
    // The first step is about it, and this button goes with its screen.
    document.getElementById(searchFieldId)?.focus();
  }
  return (
    <Button variant="default" size="compact-sm" onClick={start}>
      {t('tour.start')}
    </Button>
  );
}

function Topic({ topic }: { topic: HelpTopic }) {
  const { t } = useTranslation('help');
  const screen = useScreenName(topic);
  const route = routeOfTopic(topic);
  return (
    <TopicPage topic={topic}>
      {route && screen && <Button onClick={() => navigate(route)}>{t('open', { screen })}</Button>}
    </TopicPage>
  );
}

/** The name of the screen where a topic's work is done, as the sidebar has it. */
function useScreenName(topic: HelpTopic): string | undefined {
  const { t } = useTranslation('app-window');
  const { t: dossier } = useTranslation('dossier');
  const route = routeOfTopic(topic);
  switch (route?.view) {
    case 'home':
    case 'news':
    case 'clients':
    case 'connections':
    case 'downloads':
      return t(`rail.${route.view}`);
    case 'missing':
    case 'payments':
    case 'cuadratura':
    case 'handovers':
      return dossier(`rail.${route.view}`);
    case 'package':
      return dossier('handOver.package').replace(/…$/, '');
    case 'review':
    case 'folders':
      return dossier(`lists.${route.view}`);
    default:
      return undefined;
  }
}

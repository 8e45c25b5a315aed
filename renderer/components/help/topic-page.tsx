import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpTopic } from '../../ui/help-topics.ts';
import styles from './help.module.css';
import { LabelledText } from './labelled-text.tsx';

/** Made by `npm run pictures` from the practice agency. */
const pictures = import.meta.glob<string>('./pictures/*/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The address of a topic's picture in a language; undefined where there is none. */
function pictureOf(topic: HelpTopic, language: string): string | undefined {
  return pictures[`./pictures/${language}/${topic}.webp`];
}

interface Props {
  topic: HelpTopic;
  /** Stands between the steps and the picture. */
  children?: ReactNode;
}

/** A topic of the help: its title, its steps and its picture. */
export function TopicPage({ topic, children }: Props) {
  const { t, i18n } = useTranslation('help');
  const steps = t(`topics.${topic}.steps`).split('\n');
  const picture = pictureOf(topic, i18n.language);
  return (
    <article className={styles.topic}>
      <h2>{t(`topics.${topic}.title`)}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>
            <LabelledText text={step} />
          </li>
        ))}
      </ol>
      {children}
      {picture !== undefined && (
        <img
          key={topic}
          src={picture}
          alt={t(`topics.${topic}.picture`)}
          width={960}
          height={540}
          loading="lazy"
        />
      )}
    </article>
  );
}

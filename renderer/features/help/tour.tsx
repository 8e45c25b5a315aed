import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LabelledText } from '../../components/help/labelled-text.tsx';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { useRoute } from '../../ui/route.ts';
import { searchFieldId } from '../../ui/search-box-text.ts';
import { goToStep, type TourStep, tourSteps } from '../../ui/tour-state.ts';
import styles from './tour.module.css';

interface Props {
  step: TourStep;
}

/** The card of a step of the tour. It leaves the page free: what it speaks of is done beside it. */
export default function Tour({ step }: Props) {
  const { t } = useTranslation('help');
  const id = useId();
  const card = useRef<HTMLElement>(null);
  // A live region announces what changes in it, and not what it brings along.
  const [shown, setShown] = useState<TourStep>();
  const at = tourSteps.indexOf(step);
  const next = tourSteps[at + 1];
  useEffect(() => setShown(step), [step]);
  useOutline(step);
  useFollow(step);
  useLeaveByEsc();
  useLayoutEffect(() => {
    const own = card.current;
    return () => {
      if (own?.contains(document.activeElement)) document.getElementById('main')?.focus();
    };
  }, []);
  return (
    <section ref={card} className={styles.card} data-step={step} aria-labelledby={id}>
      <p id={id} className={styles.count}>
        {t('tour.count', { at: at + 1, of: tourSteps.length })}
      </p>
      <div aria-live="polite">
        {shown && (
          <>
            <h2>{t(`tour.steps.${shown}.title`)}</h2>
            <p className={styles.text}>
              <LabelledText text={t(`tour.steps.${shown}.text`)} />
            </p>
          </>
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="subtle" size="compact-sm" onClick={() => goToStep(undefined)}>
          {t('tour.leave')}
        </Button>
        <Button size="compact-sm" onClick={() => goToStep(next)}>
          {t(next ? 'tour.next' : 'tour.end')}
        </Button>
      </div>
    </section>
  );
}

/** Marks what a step speaks of (`tour.module.css`). */
function useOutline(step: TourStep): void {
  useEffect(() => {
    document.documentElement.dataset['tour'] = step;
    return () => {
      delete document.documentElement.dataset['tour'];
    };
  }, [step]);
}

/** Goes on by itself once a step has been done. */
function useFollow(step: TourStep): void {
  const { view } = useRoute();
  useEffect(() => {
    if (step === 'search' && view === 'results') goToStep('select');
  }, [step, view]);
  useOnGrowth(useInvokeQuery('downloads.list', undefined).data?.length, () => {
    if (step === 'select' || step === 'download') goToStep('save');
  });
  useOnGrowth(useInvokeQuery('saved.list', undefined).data?.length, () => {
    if (step === 'save') goToStep(undefined);
  });
}

/** Calls `onGrown` each time that a number of things has grown. */
function useOnGrowth(count: number | undefined, onGrown: () => void): void {
  const before = useRef(count);
  const grow = useEffectEvent(onGrown);
  useEffect(() => {
    if (count !== undefined && before.current !== undefined && count > before.current) grow();
    before.current = count;
  }, [count]);
}

/** Esc leaves the tour, before it goes back; where it closes or stops something else, it does that. */
function useLeaveByEsc(): void {
  useCommand('back', () => goToStep(undefined));
  // The search box takes its keys itself.
  const leave = useEffectEvent(({ key, defaultPrevented, target }: KeyboardEvent) => {
    if (key !== 'Escape' || defaultPrevented) return;
    if (target instanceof Element && target.id === searchFieldId) goToStep(undefined);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => leave(event);
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

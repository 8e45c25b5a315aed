import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconShieldSearch, IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Handover } from '../../../shared/model/handover.ts';
import { useAction } from '../../ipc/bridge.ts';
import list from '../../ui/choice-list.module.css';
import { useClear } from '../../ui/cleared.tsx';
import { Fault } from '../../ui/fault/fault.tsx';
import { formatInstant } from '../../ui/format.ts';
import { goTo } from '../../ui/place.ts';
import screen from '../../ui/screen.module.css';
import { ToolButton } from '../../ui/tool-button.tsx';
import { Fetching } from './fetching.tsx';
import { HandedList } from './handed-list.tsx';
import styles from './handover.module.css';
import { HandoverFiles } from './handover-files.tsx';
import { fileName, handoverStanding, handoverTitle, isWhole } from './handover-words.ts';
import { PackedSummary } from './packed-summary.tsx';
import { SaveHandovers } from './save-handovers.tsx';
import { useHandovers } from './use-handovers.ts';

/** All hand-overs, and what came of the one that is chosen. */
export default function Handovers({ handoverId }: { handoverId?: string }) {
  const { t } = useTranslation('handover');
  const { handovers, isPending, error } = useHandovers();
  const cancel = useAction('handover.cancel', ['handover.list']);
  const forget = useAction('handover.forget', ['handover.list']);
  const clear = useClear('handovers', (id) => forget.mutateAsync({ id }));
  const current = handovers.find(({ id }) => id === handoverId) ?? handovers[0];
  const problem = error ?? cancel.error ?? forget.error;
  return (
    <div className={styles.screen}>
      <div>
        <header className={screen.head} data-line>
          <h1>{t('title')}</h1>
          <span className={screen.push} />
          {handovers.length > 0 && <SaveHandovers />}
          <Button
            variant="default"
            leftSection={<IconShieldSearch size={15} aria-hidden />}
            onClick={() => goTo({ view: 'package' })}
          >
            {t('newPackage')}
          </Button>
        </header>
        {problem && <Fault error={problem} />}
      </div>
      {handovers.length === 0 ? (
        !isPending && <p className={styles.none}>{t('none')}</p>
      ) : (
        <ul className={`${list.list} ${styles.list}`} aria-label={t('title')}>
          {handovers.map((handover) => (
            <Item
              key={handover.id}
              handover={handover}
              isCurrent={handover.id === current?.id}
              onCancel={() => cancel.mutate({ id: handover.id })}
              onForget={() => clear(handover.id, t('forgotten', { name: handoverTitle(handover, t) }))}
            />
          ))}
        </ul>
      )}
      {current && <Detail key={current.id} handover={current} />}
    </div>
  );
}

interface ItemProps {
  handover: Handover;
  isCurrent: boolean;
  onCancel: () => void;
  onForget: () => void;
}

function Item({ handover, isCurrent, onCancel, onForget }: ItemProps) {
  const { t } = useTranslation('handover');
  const { id, state, startedAt, folder, fetching } = handover;
  const { done, of } = fetching ?? handover;
  const title = handoverTitle(handover, t);
  const isGood = isWhole(handover);
  const tone = state === 'running' ? undefined : isGood ? screen.good : screen.warn;
  const Icon = isGood ? IconCheck : IconAlertTriangle;
  return (
    <li className={list.item} data-current={isCurrent ? true : undefined}>
      <button
        type="button"
        className={list.choose}
        {...(isCurrent && { 'aria-current': true })}
        onClick={() => goTo({ view: 'handovers', handoverId: id })}
      >
        <span>
          <b>{title}</b> <span className={screen.soft}>{formatInstant(startedAt, new Date())}</span> →{' '}
          <span className={screen.soft}>{folder}</span>
        </span>
        <span className={tone} aria-live={state === 'running' ? 'off' : 'polite'}>
          {state !== 'running' && <Icon size={13} aria-hidden />} {handoverStanding(handover, t)}
          {state === 'running' && (
            <progress
              className={styles.progress}
              value={done}
              max={Math.max(1, of)}
              aria-label={t('progress')}
            />
          )}
        </span>
      </button>
      <span className={styles.acts}>
        {state === 'running' ? (
          <ToolButton icon={IconX} label={t('cancel', { name: title })} onClick={onCancel} />
        ) : (
          <ToolButton icon={IconTrash} label={t('forget', { name: title })} onClick={onForget} />
        )}
      </span>
    </li>
  );
}

function Detail({ handover }: { handover: Handover }) {
  const { t } = useTranslation('handover');
  const { kind, state, error, tooLarge, lacking } = handover;
  return (
    <section className={styles.detail} aria-label={handoverTitle(handover, t)}>
      {error && <Fault error={error} />}
      <Fetching handover={handover} />
      {kind === 'package' && <PackedSummary handover={handover} />}
      <HandoverFiles handover={handover} />
      {tooLarge.length > 0 && (
        <div className={screen.note}>
          {t('tooLarge', { count: tooLarge.length, names: tooLarge.map(fileName).join(', ') })}
        </div>
      )}
      {kind !== 'unknown' && (kind !== 'zip' || lacking) && state !== 'running' && (
        <HandedList handover={handover} />
      )}
    </section>
  );
}

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ruleOf } from '../../../shared/error-codes.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import styles from './connections.module.css';
import type { ConnectionTestState } from './use-connection-test.ts';

interface Props {
  trial: ConnectionTestState;
  onLeave: () => void;
  /** Continues although the test failed; absent if there is nothing to continue. */
  anyway?: { label: string; isBusy: boolean; action: () => void };
}

/** Whether the connection may work later: a malformed address or id never does. */
function canBeSaved({ code }: ErrorData): boolean {
  const { follows, concerns } = ruleOf(code);
  return follows !== 'fail' || concerns !== 'connection';
}

/** The status of a connection test: running with a cancel button, its result, or its error. */
export function ConnectionTestLine({ trial, onLeave, anyway }: Props) {
  const { t } = useTranslation('connections');
  const continueButton = anyway && (
    <Button size="compact-xs" variant="default" loading={anyway.isBusy} onClick={anyway.action}>
      {anyway.label}
    </Button>
  );
  return (
    <div aria-live="polite">
      {trial.kind === 'trying' && (
        <p className={styles.trying}>
          {t(trial.isLong ? 'tryingLong' : 'trying')}
          <Button size="compact-xs" variant="default" onClick={onLeave}>
            {t('stopTrying')}
          </Button>
        </p>
      )}
      {trial.kind === 'good' && (
        <p className={styles.good}>
          <IconCheck size={16} aria-hidden /> {t('works', { count: trial.test.documentTypes })}
        </p>
      )}
      {trial.kind === 'good' && trial.test.incompleteReason && (
        <ErrorMessage error={trial.test.incompleteReason} />
      )}
      {trial.kind === 'left' && (
        <p className={styles.trying}>
          <IconAlertTriangle size={14} aria-hidden /> {t('notTried')} {continueButton}
        </p>
      )}
      {trial.kind === 'bad' && (
        <ErrorMessage error={trial.error}>{canBeSaved(trial.error) && continueButton}</ErrorMessage>
      )}
    </div>
  );
}

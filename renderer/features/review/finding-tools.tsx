import { Button, Checkbox, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FindingKind, type Findings, findingKinds } from '../../../shared/model/review.ts';
import { formatCount } from '../../ui/format.ts';
import styles from './review.module.css';

interface Props {
  /** The kind that is filtered by; undefined for all kinds. */
  kind: FindingKind | undefined;
  onKind: (kind: FindingKind | undefined) => void;
  withDismissed: boolean;
  onWithDismissed: (withDismissed: boolean) => void;
  /** The counts of the whole list; undefined until loaded. */
  counts: Pick<Findings, 'byKind' | 'dismissed'> | undefined;
  /** Opens the dialog that sets the RUT of each agency. */
  onAgencyRut: () => void;
}

/** The filters of the list of findings, and the way to the agencies' RUT. */
export function FindingTools({ kind, onKind, withDismissed, onWithDismissed, counts, onAgencyRut }: Props) {
  const { t } = useTranslation('review');
  return (
    <>
      <Select
        aria-label={t('kindName')}
        placeholder={t('allKinds')}
        clearable
        className={styles.kind ?? ''}
        data={findingKinds.map((one) => ({
          value: one,
          label: counts ? `${t(`kind.${one}`)} (${formatCount(counts.byKind[one])})` : t(`kind.${one}`),
        }))}
        value={kind ?? null}
        onChange={(value) => onKind(value ?? undefined)}
      />
      <Checkbox
        label={t('withDismissed', { count: counts?.dismissed ?? 0 })}
        checked={withDismissed}
        onChange={(event) => onWithDismissed(event.currentTarget.checked)}
      />
      <Button variant="subtle" onClick={onAgencyRut}>
        {t('agencyRut')}
      </Button>
    </>
  );
}

import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../shared/model/dates.ts';
import { DayField } from '../../ui/day-field.tsx';
import { daysOf, presetOf, presets } from '../../ui/days.ts';

interface Props {
  range: Range;
  onRange: (range: Range) => void;
}

/** The days that are asked for: the usual ones by name, others typed. */
export function PeriodField({ range, onRange }: Props) {
  const { t } = useTranslation('search');
  const { t: downloads } = useTranslation('downloads');
  const preset = presetOf(range);
  const [isTyped, setTyped] = useState(preset === undefined);
  const days = daysOf(range);
  const [typed, setDays] = useState<{ start: string | undefined; end: string | undefined }>(days);
  function type(change: Partial<typeof typed>) {
    const { start, end } = { ...typed, ...change };
    setDays({ start, end });
    if (start !== undefined && end !== undefined && start <= end) onRange({ kind: 'days', start, end });
  }
  return (
    <>
      <Select
        label={t('dates')}
        allowDeselect={false}
        data={[
          ...presets.map(({ name }) => ({ value: name as string, label: t(`preset.${name}`) })),
          { value: 'typed', label: downloads('otherDays') },
        ]}
        value={isTyped || preset === undefined ? 'typed' : preset}
        onChange={(value) => {
          const chosen = presets.find(({ name }) => name === value);
          setTyped(chosen === undefined);
          if (chosen) onRange(chosen.range);
          else setDays(days);
        }}
      />
      {(isTyped || preset === undefined) && (
        <>
          <DayField label={t('from')} first={days.start} onDay={(start) => type({ start })} />
          <DayField label={t('to')} first={days.end} onDay={(end) => type({ end })} />
        </>
      )}
    </>
  );
}

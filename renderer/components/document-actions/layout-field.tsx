import { SegmentedControl, Select } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import {
  layoutNames,
  layoutOf,
  layouts,
  monthDates,
  monthLayouts,
  monthOf,
} from '../../../shared/model/layouts.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import styles from './document-actions.module.css';
import { TemplateField } from './template-field.tsx';

interface Props {
  template: string;
  onChange: (template: string) => void;
  /** A document of the download, for the example; a made-up one if absent. */
  example?: DocumentKey | undefined;
  /** Why the template was not saved. */
  rejection?: AppError | undefined;
}

/** The folder layout: a named one with an example, or a custom template. */
export function LayoutField({ template, onChange, example: document, rejection }: Props) {
  const { t } = useTranslation('downloads');
  const { t: ui } = useTranslation('ui');
  const labelId = useId();
  const layout = layoutOf(template);
  const month = monthOf(template);
  const [isToggled, setToggled] = useState<boolean>();
  const isAdvanced = rejection !== undefined || (isToggled ?? layout === undefined);
  const example = useInvokeQuery(
    'downloads.previewName',
    { template, ...(document && { document }) },
    { placeholderData: keepPreviousData },
  );
  const names = layoutNames.map((value) => ({ value, label: t(`layout.${value}`) }));
  return (
    <div>
      <div className={styles.label} id={labelId}>
        {t('layout.label')}
      </div>
      <div className={styles.layout}>
        <SegmentedControl
          aria-labelledby={labelId}
          data={layout ? names : [...names, { value: 'own' as const, label: t('layout.own') }]}
          value={layout ?? 'own'}
          onChange={(selected) => selected !== 'own' && onChange(layouts[selected])}
        />
        {month && (
          <Select
            aria-label={t('layout.monthOf')}
            allowDeselect={false}
            data={monthDates.map((value) => ({ value, label: t(`layout.monthOfDate.${value}`) }))}
            value={month}
            onChange={(selected) => selected && onChange(monthLayouts[selected])}
          />
        )}
      </div>
      {!isAdvanced && <output className={styles.preview}>{example.data?.path ?? ' '}</output>}
      <details open={isAdvanced} onToggle={({ currentTarget }) => setToggled(currentTarget.open)}>
        <summary>{ui('advanced')}</summary>
        <TemplateField value={template} onChange={onChange} example={document} rejection={rejection} />
      </details>
    </div>
  );
}

import { SegmentedControl } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../ipc/bridge.ts';
import styles from './get-documents.module.css';
import { layoutNames, layoutOf, layouts } from './layouts.ts';
import { TemplateField } from './template-field.tsx';

interface Props {
  template: string;
  onChange: (template: string) => void;
}

/** How papers are laid out in folders: by name, with an example, or by a template of one's own. */
export function LayoutField({ template, onChange }: Props) {
  const { t } = useTranslation('downloads');
  const layout = layoutOf(template);
  const [isAdvanced, setAdvanced] = useState(layout === undefined);
  const example = useCall('downloads.previewName', { template }, { placeholderData: keepPreviousData });
  const names = layoutNames.map((value) => ({ value: value as string, label: t(`layout.${value}`) }));
  return (
    <div>
      <div className={styles.label} id="layout-label">
        {t('layout.label')}
      </div>
      <SegmentedControl
        aria-labelledby="layout-label"
        data={layout ? names : [...names, { value: 'own', label: t('layout.own') }]}
        value={layout ?? 'own'}
        onChange={(value) => {
          const chosen = layoutNames.find((name) => name === value);
          if (chosen) onChange(layouts[chosen]);
        }}
      />
      {!isAdvanced && <output className={styles.preview}>{example.data?.path ?? ' '}</output>}
      {layout === 'month' && <p className={styles.soft}>{t('layout.monthMeans')}</p>}
      <details open={isAdvanced} onToggle={({ currentTarget }) => setAdvanced(currentTarget.open)}>
        <summary>{t('layout.advanced')}</summary>
        <TemplateField value={template} onChange={onChange} />
      </details>
    </div>
  );
}

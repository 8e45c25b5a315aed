import { Radio, Select } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '../../../shared/model/languages.ts';
import { FolderField } from '../../components/document-actions/folder-field.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { advancedViews, formatRoute } from '../../ui/route.ts';
import { FoldedSection, Section } from '../../ui/section.tsx';
import { Configuration } from './configuration.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { Choice, Count, TemplateSetting } from './setting-fields.tsx';
import styles from './settings.module.css';
import { type SettingsEditor, useSettingsEditor } from './use-settings-editor.tsx';

interface Props {
  /** The running version, and the address that is checked for newer ones. */
  Version: ComponentType<{ address: string; note: ReactNode }>;
}

/** The person's settings; those set by an administrator are marked. */
export function Settings({ Version }: Props) {
  const { t } = useTranslation('settings');
  const editor = useSettingsEditor();
  const { settings, note, error } = editor;
  return (
    <div className={styles.screen}>
      <h1>{t('title')}</h1>
      {error && <ErrorMessage error={error} />}
      <AppearanceSection editor={editor} />
      <DownloadsSection editor={editor} />
      <StoredDataSection editor={editor} />
      <AdvancedSection editor={editor} />
      <Configuration />
      <Version address={settings.updateAddress} note={note('updateAddress')} />
      <Diagnostics />
    </div>
  );
}

interface SectionProps {
  editor: SettingsEditor;
}

/** Language, theme and row height. */
function AppearanceSection({ editor: { settings, change, managedProps } }: SectionProps) {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('section.look')}>
      <Choice
        label={t('language')}
        value={settings.language}
        {...managedProps('language')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(language) => change({ language })}
      />
      <Choice
        label={t('theme')}
        value={settings.theme}
        {...managedProps('theme')}
        options={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`themes.${value}`),
        }))}
        onChange={(theme) => change({ theme })}
      />
      <Choice
        label={t('rowHeight')}
        value={settings.rowHeight}
        {...managedProps('rowHeight')}
        options={(['normal', 'compact'] as const).map((value) => ({
          value,
          label: t(`rowHeights.${value}`),
        }))}
        onChange={(rowHeight) => change({ rowHeight })}
      />
    </Section>
  );
}

/** Where downloads go, how they are named, and what becomes of one that was left half done. */
function DownloadsSection({ editor }: SectionProps) {
  const { t } = useTranslation('settings');
  const { settings, change, isManaged, note } = editor;
  return (
    <Section title={t('section.downloads')}>
      <FolderField
        label={t('folder')}
        description={t('folderMeans')}
        value={settings.folder}
        disabled={isManaged('folder')}
        onChange={(folder) => change({ folder })}
      />
      {note('folder')}
      <TemplateSetting
        key={settings.template}
        saved={settings.template}
        disabled={isManaged('template')}
        onSave={(template) => change({ template })}
      />
      {note('template')}
      <Radio.Group
        label={t('afterRestart')}
        value={settings.afterRestart}
        onChange={(value) => change({ afterRestart: value === 'ask' ? 'ask' : 'resume' })}
      >
        {(['resume', 'ask'] as const).map((value) => (
          <Radio
            key={value}
            value={value}
            label={t(`afterRestarts.${value}`)}
            mt={6}
            disabled={isManaged('afterRestart')}
          />
        ))}
      </Radio.Group>
      {note('afterRestart')}
    </Section>
  );
}

const userRoles = ['unsaid', 'agency', 'company'] as const;

/** What is queried and read by itself, how lists are saved, and for whom. */
function StoredDataSection({ editor }: SectionProps) {
  const { t } = useTranslation('settings');
  const { settings, change, isManaged, note } = editor;
  return (
    <Section title={t('section.kept')}>
      <CheckField
        label={t('completesInBackground')}
        description={t('completesMeans')}
        checked={settings.completesInBackground}
        disabled={isManaged('completesInBackground')}
        onCheck={(isChecked) => change({ completesInBackground: isChecked })}
      />
      {note('completesInBackground')}
      <CheckField
        label={t('readsTexts')}
        description={t('readsTextsMeans')}
        checked={settings.readsTexts}
        disabled={isManaged('readsTexts')}
        onCheck={(isChecked) => change({ readsTexts: isChecked })}
      />
      {note('readsTexts')}
      <CheckField
        label={t('pausesTexts')}
        description={t('pausesTextsMeans')}
        checked={settings.pausesTexts}
        disabled={isManaged('pausesTexts') || !settings.readsTexts}
        onCheck={(isChecked) => change({ pausesTexts: isChecked })}
      />
      {note('pausesTexts')}
      <Select
        label={t('readsScans')}
        description={t('readsScansMeans')}
        allowDeselect={false}
        maw={420}
        value={settings.readsScans}
        disabled={isManaged('readsScans') || !settings.readsTexts}
        data={[
          { value: 'idle', label: t('scansWhen.idle') },
          { value: 'always', label: t('scansWhen.always') },
          { value: 'never', label: t('scansWhen.never') },
        ]}
        onChange={(when) => change({ readsScans: when ?? 'idle' })}
      />
      {note('readsScans')}
      <Select
        label={t('csvSeparator')}
        allowDeselect={false}
        maw={260}
        value={settings.csvSeparator}
        disabled={isManaged('csvSeparator')}
        data={[
          { value: ';', label: t('csvSeparators.semicolon') },
          { value: ',', label: t('csvSeparators.comma') },
        ]}
        onChange={(separator) => change({ csvSeparator: separator ?? ';' })}
      />
      {note('csvSeparator')}
      <Select
        label={t('office')}
        description={t('officeMeans')}
        allowDeselect={false}
        maw={260}
        value={settings.office}
        disabled={isManaged('office')}
        data={userRoles.map((value) => ({ value, label: t(`offices.${value}`) }))}
        onChange={(userRole) => change({ office: userRole ?? 'unsaid' })}
      />
      {note('office')}
    </Section>
  );
}

const bytesInUnit = 1000;

/** The numbers of transfers and requests, how long data is stored, and screens that are seldom needed. */
function AdvancedSection({ editor: { countProps } }: SectionProps) {
  const { t } = useTranslation('settings');
  const { t: ui } = useTranslation('ui');
  const { t: dossier } = useTranslation('dossier');
  return (
    <FoldedSection title={ui('advanced')}>
      <Count
        label={t('transfersAtOnce')}
        description={t('transfersAtOnceMeans')}
        whenEmpty={{ value: 0, label: t('automatic') }}
        {...countProps('transfersAtOnce')}
      />
      <Count
        label={t('bandwidth')}
        description={t('bandwidthMeans')}
        {...countProps('bandwidth', bytesInUnit)}
      />
      <Count
        label={t('largestDocument')}
        description={t('largestDocumentMeans')}
        {...countProps('largestDocument')}
      />
      <Count label={t('requestsAtOnce')} {...countProps('requestsAtOnce')} />
      <Count label={t('retentionDays')} description={t('retentionMeans')} {...countProps('retentionDays')} />
      <Count
        label={t('keyReminderDays')}
        description={t('keyReminderMeans')}
        {...countProps('keyReminderDays')}
      />
      {advancedViews.map((view) => (
        <p key={view}>
          <a href={formatRoute({ view })}>{dossier(`lists.${view}`)}</a>
          <br />
          <span className={styles.managed}>{t(`advancedMeans.${view}`)}</span>
        </p>
      ))}
    </FoldedSection>
  );
}

import { Checkbox, NumberInput, Radio, SegmentedControl, Select } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '../../../shared/model/languages.ts';
import { type Limits, settingLimits } from '../../../shared/model/setting-limits.ts';
import type { Settings as Chosen } from '../../../shared/model/settings.ts';
import { FolderField } from '../../components/downloads-dialog/folder-field.tsx';
import { TemplateField } from '../../components/downloads-dialog/template-field.tsx';
import { invoke, useAppMutation } from '../../ipc/invoke-hooks.ts';
import { useChangeSettings, useSettings } from '../../ipc/settings-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { Section } from '../../ui/section.tsx';
import { Configuration } from './configuration.tsx';
import { Diagnostics } from './diagnostics.tsx';
import styles from './settings.module.css';

interface Props {
  /** The running version, and the address that is checked for newer ones. */
  Version: ComponentType<{ address: string; note: ReactNode }>;
}

/** The person's settings; those set by an administrator are marked. */
export function Settings({ Version }: Props) {
  const { t } = useTranslation('settings');
  const { settings, managed } = useSettings();
  const { mutate: change, error } = useAppMutation(useChangeSettings());
  const isManaged = (name: keyof Chosen) => managed.includes(name);
  const note = (name: keyof Chosen): ReactNode =>
    isManaged(name) && <span className={styles.managed}>{t('managed')}</span>;

  const managedProps = (name: keyof Chosen) => ({ disabled: isManaged(name), note: note(name) });
  /** The props of a whole number that is stored in units of `unit`. */
  const count = (name: keyof typeof settingLimits, unit = 1) => ({
    ...managedProps(name),
    value: Math.round(settings[name] / unit),
    limits: {
      min: Math.ceil(settingLimits[name].min / unit),
      max: Math.floor(settingLimits[name].max / unit),
    },
    onChange: (value: number) => change({ [name]: value * unit }),
  });

  return (
    <div className={styles.screen}>
      <h1>{t('title')}</h1>
      {error && <ErrorMessage error={error} />}
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
        <Count
          label={t('transfersAtOnce')}
          description={t('transfersAtOnceMeans')}
          whenEmpty={{ value: 0, label: t('automatic') }}
          {...count('transfersAtOnce')}
        />
        <Count
          label={t('bandwidth')}
          description={t('bandwidthMeans')}
          {...count('bandwidth', bytesInUnit)}
        />
        <Count
          label={t('largestDocument')}
          description={t('largestDocumentMeans')}
          {...count('largestDocument')}
        />
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
      <Section title={t('section.kept')}>
        <Count label={t('retentionDays')} description={t('retentionMeans')} {...count('retentionDays')} />
        <Count
          label={t('keyReminderDays')}
          description={t('keyReminderMeans')}
          {...count('keyReminderDays')}
        />
        <Count label={t('requestsAtOnce')} {...count('requestsAtOnce')} />
        <Checkbox
          label={t('completesInBackground')}
          description={t('completesMeans')}
          checked={settings.completesInBackground}
          disabled={isManaged('completesInBackground')}
          onChange={(event) => change({ completesInBackground: event.currentTarget.checked })}
        />
        {note('completesInBackground')}
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
      <Configuration />
      <Version address={settings.updateAddress} note={note('updateAddress')} />
      <Diagnostics />
    </div>
  );
}

const bytesInUnit = 1000;
const userRoles = ['unsaid', 'agency', 'company'] as const;

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  disabled: boolean;
  note: ReactNode;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({
  label,
  value,
  options,
  disabled,
  note,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <div className={styles.choice}>
      <span>{label}</span>
      <SegmentedControl
        aria-label={label}
        value={value}
        disabled={disabled}
        data={[...options]}
        onChange={onChange}
      />
      {note}
    </div>
  );
}

interface CountProps {
  label: string;
  description?: string;
  value: number;
  limits: Limits;
  disabled: boolean;
  note: ReactNode;
  /** The value and the placeholder of an empty field; if absent, an empty field means the minimum. */
  whenEmpty?: { value: number; label: string };
  onChange: (value: number) => void;
}

/** A whole number, saved on blur. */
function Count({ label, description, value, limits, disabled, note, whenEmpty, onChange }: CountProps) {
  // The value of an empty field cannot be typed.
  const min = whenEmpty ? Math.max(limits.min, whenEmpty.value + 1) : limits.min;
  const shown = (count: number) => (count === whenEmpty?.value ? '' : count);
  const [typed, setTyped] = useState<number | string>(shown(value));

  function selected(): number {
    const count = Math.round(Number(typed));
    if (whenEmpty && (typed === '' || count === whenEmpty.value)) return whenEmpty.value;
    return Math.min(limits.max, Math.max(min, count || min));
  }
  return (
    <div>
      <NumberInput
        label={label}
        description={description}
        maw={260}
        min={min}
        max={limits.max}
        allowDecimal={false}
        disabled={disabled}
        {...(whenEmpty && { placeholder: whenEmpty.label })}
        value={typed}
        onChange={setTyped}
        onBlur={() => {
          const count = selected();
          setTyped(shown(count));
          if (count !== value) onChange(count);
        }}
      />
      {note}
    </div>
  );
}

interface TemplateSettingProps {
  saved: string;
  disabled: boolean;
  onSave: (template: string) => void;
}

/**
 * The template of all downloads, saved on blur; an invalid one stays in the field with its error, and is not
 * saved.
 */
function TemplateSetting({ saved, disabled, onSave }: TemplateSettingProps) {
  const [template, setTemplate] = useState(saved);
  function leave() {
    if (template === saved) return;
    invoke('downloads.previewName', { template }).then(
      () => onSave(template),
      () => undefined,
    );
  }
  return <TemplateField value={template} onChange={setTemplate} onBlur={leave} disabled={disabled} />;
}

import { Button, CloseButton, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';
import { useConnectionName } from '../../ui/connection-name.ts';
import { daysOf, formatDays } from '../../ui/day-range-presets.ts';
import { MenuButton, type Opening, PanelButton } from '../../ui/opening-button.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { rangeLabel, typesLabel } from '../../ui/query-text.ts';
import { navigate } from '../../ui/route.ts';
import type DatesPanel from './dates-panel.tsx';
import styles from './search.module.css';
import type TypesPanel from './types-panel.tsx';

/** The contents of the menus, loaded after the first screen has rendered. */
const dates = preloadable(() => import('./dates-panel.tsx'));
const types = preloadable(() => import('./types-panel.tsx'));

interface FaceProps {
  opening: Opening;
  /** The selected value, and with its field name. */
  label: string;
  name: string;
  title?: string;
}

/** A button that shows the selected value and opens its menu. */
function Face({ opening, label, name, title }: FaceProps) {
  return (
    <Button
      {...opening}
      variant="default"
      className={styles.menuButton ?? ''}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      aria-label={name}
      title={title ?? label}
    >
      <span className={styles.label}>{label}</span>
    </Button>
  );
}

interface AgencyProps {
  connections: readonly Connection[];
  selected: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** A value set by the search text: a chip that can be removed, until the text changes. */
function TakeOff({ what, onTakeOff }: { what: string; onTakeOff: (() => void) | undefined }) {
  const { t } = useTranslation('search');
  const label = t('takeOff', { what });
  return onTakeOff && <CloseButton size="xs" aria-label={label} title={label} onClick={onTakeOff} />;
}

interface OfText {
  /** Removes the value, if the search text has set it. */
  onTakeOff?: () => void;
}

/** The agencies to query: one or several. */
export function AgencyMenu({ connections, selected, onChoose }: AgencyProps) {
  const { t } = useTranslation('search');
  const nameOf = useConnectionName();
  const [first] = selected;
  const only = connections.find(({ id }) => id === first);
  const name = only ? nameOf(only) : t('noAgency');
  const label = selected.length > 1 ? t('agencies', { count: selected.length }) : name;
  return (
    <MenuButton
      closeOnItemClick={false}
      button={(opening) => <Face opening={opening} label={label} name={t('agencyLabel', { name: label })} />}
    >
      <Menu.CheckboxGroup value={[...selected]} onChange={(ids) => ids.length > 0 && onChoose(ids)}>
        {connections.map((connection) => (
          <Menu.CheckboxItem key={connection.id} value={connection.id}>
            {nameOf(connection)}
          </Menu.CheckboxItem>
        ))}
      </Menu.CheckboxGroup>
      <Menu.Divider />
      <Menu.Item closeMenuOnClick onClick={() => navigate({ view: 'connections' })}>
        {t('manageAgencies')}
      </Menu.Item>
    </MenuButton>
  );
}

/** The period of the query: presets by one click, two fields and a calendar for others. */
export function DatesMenu({
  onTakeOff,
  ...props
}: Omit<ComponentProps<typeof DatesPanel>, 'onReady'> & OfText) {
  const { t } = useTranslation('search');
  const label = rangeLabel(props.range, t);
  const { start, end } = daysOf(props.range);
  return (
    <span className={styles.chip} data-of-text={onTakeOff !== undefined || undefined}>
      <PanelButton
        panel={dates}
        position="bottom-end"
        button={(opening) => (
          <Face
            opening={opening}
            label={label}
            name={t('datesLabel', { dates: label })}
            title={formatDays(start, end)}
          />
        )}
      >
        {(close) => <dates.Component {...props} onReady={close} />}
      </PanelButton>
      <TakeOff what={label} onTakeOff={onTakeOff} />
    </span>
  );
}

/** The document types of the query: all of the catalogue, or some, also typed. */
export function TypesMenu({
  onTakeOff,
  ...props
}: Omit<ComponentProps<typeof TypesPanel>, 'onReady'> & OfText) {
  const { t } = useTranslation('search');
  const label = typesLabel(props.types, t);
  return (
    <span className={styles.chip} data-of-text={onTakeOff !== undefined || undefined}>
      <PanelButton
        panel={types}
        position="bottom-end"
        width={340}
        button={(opening) => (
          <Face opening={opening} label={label} name={t('typesLabel', { types: label })} />
        )}
      >
        {(close) => <types.Component {...props} onReady={close} />}
      </PanelButton>
      <TakeOff what={label} onTakeOff={onTakeOff} />
    </span>
  );
}

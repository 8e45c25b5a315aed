import {
  type ActionIconFactory,
  type ButtonFactory,
  type CheckboxFactory,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type ExtendComponent,
  type FactoryPayload,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  type MenuFactory,
  type ModalFactory,
  type NumberInputFactory,
  type PasswordInputFactory,
  type PopoverFactory,
  type RadioFactory,
  type RadioGroupFactory,
  type SegmentedControlFactory,
  type SelectFactory,
  type SwitchFactory,
  type TextareaFactory,
  type TextInputFactory,
} from '@mantine/core';
import { ButtonElement } from './button-element.tsx';
import styles from './theme.module.css';

const accent: MantineColorsTuple = [
  '#e9f1fb',
  '#d3e3f6',
  '#a6c8ee',
  '#7cb4f4',
  '#5396dd',
  '#3a81cd',
  '#2a70bd',
  '#1a5aa6',
  '#154b8b',
  '#0f3a6d',
];

/** Mantine's dark surfaces, as in theme.css. */
const dark: MantineColorsTuple = [
  '#e5e8ed',
  '#a6b0bd',
  '#8a94a2',
  '#6b7480',
  '#4a525e',
  '#353b45',
  '#262b32',
  '#191c21',
  '#14171b',
  '#0f1114',
];

/** The accent as in theme.css: dark on light in one theme, light on dark in the other. */
const accentFilled = {
  background: 'var(--accent)',
  hover: 'color-mix(in srgb, var(--accent) 88%, var(--ink))',
  color: 'var(--accent-ink)',
};

/** A component's own `extend`, without importing the component: many load with the screen that shows them. */
const extend = <Factory extends FactoryPayload>(extension: ExtendComponent<Factory>) => extension;

/** Mantine accepts it among a button's default props; its types allow it only where a button is used. */
const drawnAs = (component: typeof ButtonElement) => ({ component });

/**
 * The Mantine theme with the page's own sizes and one accent colour; the colours are defined in theme.css.
 */
export const theme = createTheme({
  colors: { accent, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 3 },
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isAccent = input.variant === 'filled' && (input.color === undefined || input.color === 'accent');
    return isAccent ? { ...colors, ...accentFilled } : colors;
  },
  // The system's own font; on Linux one with the widths of Arial before the desktop's default.
  fontFamily:
    '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif',
  fontWeights: { medium: '500' },
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '16px', xl: '20px' },
  defaultRadius: '4px',
  respectReducedMotion: true,
  cursorType: 'default',
  components: {
    ActionIcon: extend<ActionIconFactory>({
      defaultProps: { size: 28, variant: 'subtle', color: 'gray', ...drawnAs(ButtonElement) },
    }),
    Button: extend<ButtonFactory>({
      defaultProps: { size: 'xs', ...drawnAs(ButtonElement) },
      classNames: { root: styles.button },
    }),
    Checkbox: extend<CheckboxFactory>({ defaultProps: { size: 'xs', iconColor: 'var(--accent-ink)' } }),
    Menu: extend<MenuFactory>({
      defaultProps: {
        position: 'bottom-start',
        shadow: 'md',
        withinPortal: true,
        transitionProps: { duration: 0 },
        // The focus goes to the first item: a placeholder in a menu means nothing to a screen reader.
        withInitialFocusPlaceholder: false,
      },
    }),
    Modal: extend<ModalFactory>({
      defaultProps: { centered: true, transitionProps: { duration: 0 } },
      classNames: { title: styles.title, content: styles.dialog },
    }),
    NumberInput: extend<NumberInputFactory>({ defaultProps: { size: 'xs' } }),
    PasswordInput: extend<PasswordInputFactory>({ defaultProps: { size: 'xs' } }),
    Popover: extend<PopoverFactory>({
      defaultProps: { shadow: 'md', transitionProps: { duration: 0 } },
      classNames: { dropdown: styles.dropdown },
    }),
    Radio: extend<RadioFactory>({ defaultProps: { size: 'xs', iconColor: 'var(--accent-ink)' } }),
    RadioGroup: extend<RadioGroupFactory>({ defaultProps: { size: 'xs' } }),
    SegmentedControl: extend<SegmentedControlFactory>({ defaultProps: { size: 'xs' } }),
    Select: extend<SelectFactory>({ defaultProps: { size: 'xs' } }),
    Switch: extend<SwitchFactory>({ defaultProps: { size: 'xs' } }),
    Textarea: extend<TextareaFactory>({ defaultProps: { size: 'xs' } }),
    TextInput: extend<TextInputFactory>({ defaultProps: { size: 'xs' } }),
  },
});

const named = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-contrast': 'var(--accent-ink)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft)',
  '--mantine-color-accent-text': 'var(--accent)',
  '--combobox-chevron-color': 'var(--ink-soft)',
};

/** Maps Mantine's variables to the colours of theme.css. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: named, dark: named });

/** Stores no colour scheme: the setting belongs to main. */
export const noColorSchemeMemory: MantineColorSchemeManager = {
  get: (fallback) => fallback,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

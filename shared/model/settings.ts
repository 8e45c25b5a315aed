import { z } from 'zod';
import { maxAddressLength, parseHttpsAddress } from './https-address.ts';
import { languages } from './languages.ts';
import { layouts } from './layouts.ts';
import { type Limits, settingLimits } from './setting-limits.ts';

/** The person's column arrangement of one grid; unknown keys are stored and ignored. */
const columnsSchema = z.object({
  order: z.array(z.string().max(200)).max(300),
  widths: z.record(z.string().max(200), z.number().min(20).max(2000)),
  shown: z.array(z.string().max(200)).max(300),
});
export type ArrangedColumns = z.infer<typeof columnsSchema>;

/**
 * The window's last layout: pixels at 100 percent, hidden panes, columns by list name, the open saved search.
 */
const layoutSchema = z.object({
  railWidth: z.number().int().min(120).max(600),
  inspectorWidth: z.number().int().min(240).max(1200),
  hidden: z.array(z.enum(['rail', 'inspector', 'shelf'])).max(3),
  columns: z.record(z.string().max(100), columnsSchema),
  savedId: z.string().max(200).optional(),
});
export type Layout = z.infer<typeof layoutSchema>;

const wholeWithin = ({ min, max }: Limits) => z.number().int().min(min).max(max);

const fields = {
  language: z.enum(languages).default(languages[0]),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  rowHeight: z.enum(['normal', 'compact']).default('normal'),
  /** The destination of batches; `''` asks each time. */
  folder: z.string().max(4000).default(''),
  template: z.string().max(500).default(layouts.month),
  /** Maximum number of concurrent transfers. */
  transfersAtOnce: wholeWithin(settingLimits.transfersAtOnce).default(0),
  /** Bytes a second for all transfers together. */
  bandwidth: wholeWithin(settingLimits.bandwidth).default(0),
  /** Maximum size of one document, in MiB: an endless response must not fill the disk. */
  largestDocument: wholeWithin(settingLimits.largestDocument).default(4096),
  afterRestart: z.enum(['resume', 'ask']).default('resume'),
  /** Days that rows of unsaved searches are stored. */
  retentionDays: wholeWithin(settingLimits.retentionDays).default(90),
  /** Days after which a key's age is reported. */
  keyReminderDays: wholeWithin(settingLimits.keyReminderDays).default(180),
  requestsAtOnce: wholeWithin(settingLimits.requestsAtOnce).default(4),
  /** Whether incomplete dispatches are completed in the background. */
  completesInBackground: z.boolean().default(true),
  /** Whether the words of downloaded files are read into an index on this computer. */
  readsTexts: z.boolean().default(true),
  /** Whether a person paused that; the words that are there stay. */
  pausesTexts: z.boolean().default(false),
  /** When words of scanned pages are recognised: while nobody uses the computer, at any time, or never. */
  readsScans: z.enum(['idle', 'always', 'never']).default('idle'),
  csvSeparator: z.enum([';', ',']).default(';'),
  /** The role of the app's user (`use-user-role.ts`). */
  office: z.enum(['unsaid', 'agency', 'company']).default('unsaid'),
  /** The https address that names the latest release; `''` disables the check. */
  updateAddress: z
    .string()
    .trim()
    .max(maxAddressLength)
    .refine((text) => text === '' || parseHttpsAddress(text) !== undefined)
    .default(''),
  /**
   * Whether agencies on the Internet may serve documents from private addresses, such as an office's own
   * storage.
   */
  storageInLocalNetwork: z.boolean().default(false),
  layout: layoutSchema.default({ railWidth: 200, inspectorWidth: 400, hidden: [], columns: {} }),
  /** The parts of the start screen that are folded, separated by commas (`home.ts`). */
  homeFolded: z.string().max(200).default(''),
  /** Whether the tour is shown after connecting; false once it has been. */
  showsTour: z.boolean().default(true),
  /** The order of document types, by the client's RUT; customs order where a client has none. */
  documentOrders: z.record(z.string().max(20), z.array(z.string().max(300)).max(300)).default({}),
};

/** The person's settings; every field has a default, so a damaged one resets only itself. */
export const settingsSchema = z.object(fields);
export type Settings = z.infer<typeof settingsSchema>;

const bareFields = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [name, field.unwrap()]),
) as { [Name in keyof typeof fields]: ReturnType<(typeof fields)[Name]['unwrap']> };

/**
 * The settings that a page may change. Without defaults: a partial schema that has them would reset absent
 * fields. Without the update address and private storage addresses: a compromised page could set its own
 * (docs/security.md).
 */
export const settingsChange = z
  .object(bareFields)
  .omit({ updateAddress: true, storageInLocalNetwork: true })
  .partial();

/** Settings with the names of those that an administrator has set, which cannot be changed here. */
export interface SettingsView {
  settings: Settings;
  managed: readonly (keyof Settings)[];
}

export interface AppInfo {
  version: string;
  host: 'electron' | 'chromium' | 'terminal';
  platform: string;
  versions: Readonly<Record<string, string>>;
  userData: string;
  logFolder: string;
  /** Paths of damaged files that were set aside at startup: settings, database. */
  setAside: readonly string[];
  /** Why some of the administrator's policies could not be read, as the system words it. */
  unreadPolicies?: string;
  /** Only the practice agency may be used: another program can inspect this window. */
  practiceOnly: boolean;
}

/** A bundled package and its licence. */
export const licenceSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** SPDX, such as `MIT`. */
  licence: z.string(),
  /** The licence text; `''` if the package has none. */
  text: z.string(),
});
export type Licence = z.infer<typeof licenceSchema>;

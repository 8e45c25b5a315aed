import { z } from 'zod';
import { maxAddressLength, parseHttpsAddress } from './https-address.ts';
import { languages } from './languages.ts';
import { type Limits, settingLimits } from './setting-limits.ts';

/**
 * A column list of one grid as the person arranged it; keys that a grid does not know are kept and ignored.
 */
const columnsSchema = z.object({
  order: z.array(z.string().max(200)).max(300),
  widths: z.record(z.string().max(200), z.number().min(20).max(2000)),
  shown: z.array(z.string().max(200)).max(300),
});
export type ArrangedColumns = z.infer<typeof columnsSchema>;

/**
 * How the window was left: pixels at 100 percent, panes that are hidden, columns by the name that a list
 * gives itself, the saved search that was open.
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
  language: z.enum(languages),
  theme: z.enum(['system', 'light', 'dark']),
  rowHeight: z.enum(['normal', 'compact']),
  /** Where batches go; `''` asks each time. */
  folder: z.string().max(4000),
  template: z.string().max(500),
  /** The most transfers at once. */
  transfersAtOnce: wholeWithin(settingLimits.transfersAtOnce),
  /** Bytes a second for all transfers together. */
  bandwidth: wholeWithin(settingLimits.bandwidth),
  /** The most that one document may have, in MiB: storage that never ends fills no disk. */
  largestDocument: wholeWithin(settingLimits.largestDocument),
  afterRestart: z.enum(['resume', 'ask']),
  /** Days that rows of searches nobody saved are kept. */
  retentionDays: wholeWithin(settingLimits.retentionDays),
  /** Days after which a key's age is pointed out. */
  keyReminderDays: wholeWithin(settingLimits.keyReminderDays),
  requestsAtOnce: wholeWithin(settingLimits.requestsAtOnce),
  /** Whether dispatches that are stored in part are asked for while nobody waits. */
  completesInBackground: z.boolean(),
  csvSeparator: z.enum([';', ',']),
  /** Who uses the app (`user-role.ts`). */
  office: z.enum(['unsaid', 'agency', 'company']),
  /** Where the latest release is named, an https address; `''` asks nobody. */
  updateAddress: z
    .string()
    .trim()
    .max(maxAddressLength)
    .refine((text) => text === '' || parseHttpsAddress(text) !== undefined),
  /**
   * Whether agencies of the Internet may keep documents at private addresses, such as those of an office's
   * own storage.
   */
  storageInLocalNetwork: z.boolean(),
  layout: layoutSchema,
};

/** What a person chooses; every field has a default, so damaged settings cost nothing but themselves. */
export const settingsSchema = z.object({
  language: fields.language.default(languages[0]),
  theme: fields.theme.default('system'),
  rowHeight: fields.rowHeight.default('normal'),
  folder: fields.folder.default(''),
  template: fields.template.default('{client}/{year}-{month}/{dispatch}_{reference}/{nn}_{type}_{number}'),
  transfersAtOnce: fields.transfersAtOnce.default(0),
  bandwidth: fields.bandwidth.default(0),
  largestDocument: fields.largestDocument.default(4096),
  afterRestart: fields.afterRestart.default('resume'),
  retentionDays: fields.retentionDays.default(90),
  keyReminderDays: fields.keyReminderDays.default(180),
  requestsAtOnce: fields.requestsAtOnce.default(4),
  completesInBackground: fields.completesInBackground.default(true),
  csvSeparator: fields.csvSeparator.default(';'),
  office: fields.office.default('unsaid'),
  updateAddress: fields.updateAddress.default(''),
  storageInLocalNetwork: fields.storageInLocalNetwork.default(false),
  layout: fields.layout.default({ railWidth: 200, inspectorWidth: 400, hidden: [], columns: {} }),
});
export type Settings = z.infer<typeof settingsSchema>;

/**
 * Some settings that a page changes. Without defaults: a partial schema that has them would reset what was
 * not named. Without the address that is asked for newer versions and the private addresses that storage may
 * have: whatever steers the page could name its own (docs/security.md).
 */
export const settingsChange = z
  .object(fields)
  .omit({ updateAddress: true, storageInLocalNetwork: true })
  .partial();

/** Settings with the names of those an administrator has set, which cannot be changed here. */
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
  /** Where damaged files were put when the app started: settings, the store. */
  setAside: readonly string[];
  /** Why some of what an administrator may have set could not be read, in the words of the system. */
  unreadPolicies?: string;
  /** Only the practice agency may be used: another program can look into this window. */
  practiceOnly: boolean;
}

/** A package that is shipped, and the terms it comes under. */
export const licenceSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** SPDX, such as `MIT`. */
  licence: z.string(),
  /** Its own words; `''` where the package brings none. */
  text: z.string(),
});
export type Licence = z.infer<typeof licenceSchema>;

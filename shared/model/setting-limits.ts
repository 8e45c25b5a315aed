/** The least and the most that a whole number may be. */
export interface Limits {
  readonly least: number;
  readonly most: number;
}

/** What settings that are whole numbers may be: judged by main, offered by the page and by the terminal. */
export const settingLimits = {
  /** 0 for as many as turn out to be worth it. */
  transfersAtOnce: { least: 0, most: 64 },
  /** Bytes a second; 0 for no limit. */
  bandwidth: { least: 0, most: Number.MAX_SAFE_INTEGER },
  /** MiB. */
  largestDocument: { least: 1, most: 1_000_000 },
  retentionDays: { least: 1, most: 3650 },
  /** 0 for never. */
  keyReminderDays: { least: 0, most: 3650 },
  requestsAtOnce: { least: 1, most: 8 },
} as const satisfies Readonly<Record<string, Limits>>;

/** How many hours may pass between two refreshes of a saved search. */
export const refreshHours: Limits = { least: 1, most: 168 };

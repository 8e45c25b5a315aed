/** Minimum and maximum of a whole number. */
export interface Limits {
  readonly min: number;
  readonly max: number;
}

/** Limits of the numeric settings: enforced by main, offered by the page and the terminal. */
export const settingLimits = {
  /** 0 chooses the number automatically. */
  transfersAtOnce: { min: 0, max: 64 },
  /** Bytes a second; 0 for no limit. */
  bandwidth: { min: 0, max: Number.MAX_SAFE_INTEGER },
  /** MiB. */
  largestDocument: { min: 1, max: 1_000_000 },
  retentionDays: { min: 1, max: 3650 },
  /** 0 for never. */
  keyReminderDays: { min: 0, max: 3650 },
  requestsAtOnce: { min: 1, max: 8 },
} as const satisfies Readonly<Record<string, Limits>>;

/** Limits of the hours between two refreshes of a saved search. */
export const refreshHours: Limits = { min: 1, max: 168 };

/** Whole days since a key was saved (`since`, UTC ISO 8601). */
export function keyAgeDays(since: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(since)) / 86_400_000));
}

/** Whether a key is older than the reminder; 0 days means never. */
export function isKeyOld(since: string, now: number, reminderDays: number): boolean {
  return reminderDays > 0 && keyAgeDays(since, now) >= reminderDays;
}

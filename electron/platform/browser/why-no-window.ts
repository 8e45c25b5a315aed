import { isAppError } from '../../../shared/errors.ts';

/**
 * What Chromium or Playwright reports where no window can be opened, and the sentence for the person who
 * typed the command.
 */
const reasons: readonly (readonly [said: RegExp, sentence: string])[] = [
  [
    /no Chromium, Chrome or Edge was found/,
    'No Chromium, Chrome or Edge is installed, so no window can be opened.',
  ],
  [
    /ProcessSingleton|profile appears to be in use|existing browser session/i,
    'Carpeta is open already, in a window of this person: it is used there, or closed first.',
  ],
  [
    /No usable sandbox|SUID sandbox|sandbox_host_linux/i,
    'Chromium may not start its sandbox here; the package chromium-sandbox brings one.',
  ],
  [
    /Missing X server|cannot open display|\$DISPLAY|ozone|Wayland/i,
    'The display that DISPLAY or WAYLAND_DISPLAY names does not answer, so no window can be opened.',
  ],
  [/Failed to launch|launchPersistentContext/, 'Chromium does not start here, so no window can be opened.'],
];

/** Why no window can be opened, as one sentence; undefined where the error is about something else. */
export function whyNoWindow(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isAppError(error) && error.code !== 'UNEXPECTED') return undefined;
  return reasons.find(([said]) => said.test(error.message))?.[1];
}

// @ts-check

/** Whether a window can be shown: always on Windows and macOS, elsewhere when a display server is named. */
export function hasDisplay(platform = process.platform, env = process.env) {
  return (
    platform === 'win32' ||
    platform === 'darwin' ||
    Boolean(env['DISPLAY']) ||
    Boolean(env['WAYLAND_DISPLAY'])
  );
}

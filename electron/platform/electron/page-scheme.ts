/** The page's scheme; registered as privileged before Electron is ready. */
export const pageScheme = { scheme: 'app', privileges: { standard: true, secure: true } };
/** The one origin whose calls are answered. */
export const pageOrigin = 'app://carpeta';

/** The page's scheme; registered as privileged before Electron is ready. */
export const pageScheme = { scheme: 'app', privileges: { standard: true, secure: true } };
/** The only origin whose calls are served. */
export const pageOrigin = 'app://carpeta';

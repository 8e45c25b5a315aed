// @ts-check

/** @typedef {{ title: string, help: string }} Words of one policy */

/** The languages of the templates, in the order of each policy's words. */
export const policyLanguages = ['es-ES', 'en-US'];

/**
 * What administrators read of each policy, in the languages of the templates; units are those of the values
 * that are set.
 */
export const policyWords = {
  language: [
    { title: 'Idioma', help: 'El idioma en que se muestra Carpeta.' },
    { title: 'Language', help: 'The language that Carpeta is shown in.' },
  ],
  theme: [
    { title: 'Tema', help: 'Claro, oscuro o el del sistema.' },
    { title: 'Theme', help: 'Light, dark, or that of the system.' },
  ],
  rowHeight: [
    { title: 'Alto de las filas', help: 'Filas normales o compactas.' },
    { title: 'Row height', help: 'Normal or compact rows.' },
  ],
  folder: [
    {
      title: 'Carpeta de descarga',
      help: 'Donde quedan los documentos que se descargan. Vacía: se pregunta cada vez.',
    },
    { title: 'Download folder', help: 'Where downloaded documents go. Empty: asked each time.' },
  ],
  template: [
    { title: 'Nombre de los archivos', help: 'Un modelo como {cliente}/{despacho}/{tipo}_{número}.' },
    { title: 'File names', help: 'A template such as {client}/{dispatch}/{type}_{number}.' },
  ],
  transfersAtOnce: [
    { title: 'Descargas a la vez', help: '0: tantas como rinda la conexión.' },
    { title: 'Downloads at once', help: '0: as many as the connection makes worthwhile.' },
  ],
  bandwidth: [
    { title: 'Límite de velocidad (bytes por segundo)', help: '0: sin límite.' },
    { title: 'Speed limit (bytes a second)', help: '0: no limit.' },
  ],
  largestDocument: [
    { title: 'Tamaño máximo de un documento (MB)', help: 'Lo que pesa más no se descarga.' },
    { title: 'Largest document (MB)', help: 'What is larger is not downloaded.' },
  ],
  afterRestart: [
    { title: 'Descargas a medias', help: 'Si siguen solas al abrir Carpeta (resume) o esperan (ask).' },
    { title: 'Half-done downloads', help: 'Whether they go on when Carpeta opens (resume) or wait (ask).' },
  ],
  retentionDays: [
    { title: 'Días que dura una búsqueda no guardada', help: 'Después se borra de este computador.' },
    { title: 'Days that an unsaved search lasts', help: 'After that it is removed from this computer.' },
  ],
  keyReminderDays: [
    { title: 'Avisar cuando una clave tenga (días)', help: '0: nunca.' },
    { title: 'Remind when a key is this old (days)', help: '0: never.' },
  ],
  requestsAtOnce: [
    { title: 'Consultas a la vez', help: 'Cuántas se hacen a una agencia a la vez.' },
    { title: 'Requests at once', help: 'How many are made to one agency at once.' },
  ],
  completesInBackground: [
    { title: 'Completar los despachos parciales', help: 'De a uno, mientras nadie espera.' },
    { title: 'Complete dispatches that are kept in part', help: 'One at a time, while nobody waits.' },
  ],
  readsTexts: [
    {
      title: 'Leer los documentos descargados',
      help: 'Sus palabras quedan en el computador, para buscarlas sin red.',
    },
    {
      title: 'Read downloaded documents',
      help: 'Their words stay on the computer, to be found without a network.',
    },
  ],
  pausesTexts: [
    { title: 'Pausar esa lectura', help: 'No se leen más documentos. Lo leído se encuentra.' },
    { title: 'Pause that reading', help: 'No further documents are read. What was read is found.' },
  ],
  readsScans: [
    {
      title: 'Leer las páginas escaneadas',
      help: 'Cuando nadie usa el computador y está enchufado (idle), siempre (always) o nunca (never).',
    },
    {
      title: 'Read scanned pages',
      help: 'While nobody uses the computer and it is on power (idle), at any time (always) or never (never).',
    },
  ],
  csvSeparator: [
    { title: 'Separador de CSV', help: 'Punto y coma para Excel en Chile, o coma.' },
    { title: 'CSV separator', help: 'Semicolon for Excel in Chile, or comma.' },
  ],
  office: [
    { title: 'Tu oficina', help: 'Si es una agencia de aduanas (agency) o una empresa (company).' },
    { title: 'Your office', help: 'Whether it is a customs agency (agency) or a company (company).' },
  ],
  homeFolded: [
    {
      title: 'Partes plegadas de Inicio',
      help: 'Separadas por comas: calendar, changes, missing, waiting, batches, money.',
    },
    {
      title: 'Folded parts of Home',
      help: 'Separated by commas: calendar, changes, missing, waiting, batches, money.',
    },
  ],
  showsTour: [
    {
      title: 'Recorrido al conectar por primera vez',
      help: 'Se muestra una vez, en cuatro pasos. En no: solo se empieza desde Ayuda.',
    },
    {
      title: 'Tour after connecting for the first time',
      help: 'Shown once, in four steps. Off: it is started from Help alone.',
    },
  ],
  updateAddress: [
    {
      title: 'Dirección que avisa de versiones nuevas',
      help: 'Una dirección https. Vacía: no se pregunta a nadie.',
    },
    { title: 'Address that tells of newer versions', help: 'An https address. Empty: nobody is asked.' },
  ],
  storageInLocalNetwork: [
    {
      title: 'Documentos en la red local',
      help: 'Si una agencia de Internet puede guardarlos en direcciones privadas.',
    },
    {
      title: 'Documents in the local network',
      help: 'Whether an agency of the Internet may keep them at private addresses.',
    },
  ],
  connections: [
    {
      title: 'Agencias',
      help: 'Una lista JSON: [{ "name": "…", "baseUrl": "https://…", "agency": "…" }]. Nunca una clave.',
    },
    {
      title: 'Agencies',
      help: 'A JSON list: [{ "name": "…", "baseUrl": "https://…", "agency": "…" }]. Never a key.',
    },
  ],
};

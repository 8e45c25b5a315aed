export type { CarpetaDeps } from './deps.ts';
export { type Carpeta, createCarpeta } from './dossier.ts';
export { type CarpetaCall, carpetaHandlers } from './handlers.ts';
export { openCarpeta } from './open-dossier.ts';

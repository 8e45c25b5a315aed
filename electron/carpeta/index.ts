export { type Carpeta, createCarpeta } from './carpeta.ts';
export type { CarpetaDeps } from './deps.ts';
export { type CarpetaCall, carpetaHandlers } from './handlers.ts';
export { openCarpeta } from './open-carpeta.ts';

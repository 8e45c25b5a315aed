export { createDossier, type Dossier } from './dossier.ts';
export { type DossierCall, dossierHandlers } from './handlers.ts';
export { openDossier } from './open-dossier.ts';

export { createDeliveries, type Deliveries } from './deliveries.ts';
export type { DeliveryContext } from './delivery-context.ts';
export { deliveryHandlers } from './delivery-handlers.ts';
export type { DossierDeps } from './deps.ts';
export { createDossier, type Dossier } from './dossier.ts';
export { type DossierCall, dossierHandlers } from './handlers.ts';
export { openDossier } from './open-dossier.ts';

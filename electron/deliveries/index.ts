export { createDeliveries, type Deliveries } from './deliveries.ts';
export type { DeliveryContext } from './delivery-context.ts';
export { deliveryHandlers } from './delivery-handlers.ts';
export type { FetchProgress, FetchRequest } from './document-fetcher.ts';
export { openDeliveries } from './open-deliveries.ts';

export { isAtLeast, placeOf, placeOfAddresses, refusedInward } from './network-place.ts';

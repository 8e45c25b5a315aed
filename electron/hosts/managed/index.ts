export { type ManagedOptions, managedName, readManaged } from './read-managed.ts';

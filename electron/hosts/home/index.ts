export { userDataFolder } from './user-data-folder.ts';

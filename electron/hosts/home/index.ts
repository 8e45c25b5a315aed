export { makeUserData } from './make-user-data.ts';
export { userDataFolder } from './user-data-folder.ts';

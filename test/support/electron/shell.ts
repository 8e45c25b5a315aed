import { addState } from './state.ts';

export const shellState = addState(() => ({
  opened: [] as string[],
  /** What `shell.openPath` complains about. */
  openPathComplaint: '',
}));

export const shell = {
  openPath: async (path: string) => {
    shellState.opened.push(path);
    return shellState.openPathComplaint;
  },
  showItemInFolder: (path: string) => shellState.opened.push(`folder of ${path}`),
  openExternal: async (url: string) => shellState.opened.push(url),
};

import { expect, it } from 'vitest';
import { ChangingSettings } from '../../../../renderer/ipc/settings-hooks.ts';
import { type Settings, type SettingsView, settingsSchema } from '../../../../shared/model/settings.ts';

const plain = settingsSchema.parse({});

/** A page that shows settings, and a main that answers when it is told to. */
function page() {
  const changing = new ChangingSettings();
  let shown: SettingsView = { settings: plain, managed: [] };
  let stored = plain;
  return {
    shown: () => shown.settings,
    change(change: Partial<Settings>) {
      const result = Promise.withResolvers<SettingsView>();
      const done = changing.change(
        change,
        shown,
        () => result.promise,
        (view) => {
          shown = view;
        },
      );
      const accept = () => {
        stored = { ...stored, ...change };
        result.resolve({ settings: stored, managed: [] });
        return done;
      };
      const refuse = () => {
        result.reject(new Error('refused'));
        return done;
      };
      return { accept, refuse };
    },
  };
}

it('a change stays shown while an earlier one is answered', async () => {
  const { change, shown } = page();
  const [dark, compact] = [change({ theme: 'dark' }), change({ rowHeight: 'compact' })];
  expect(shown()).toMatchObject({ theme: 'dark', rowHeight: 'compact' });
  await dark.accept();
  expect(shown()).toMatchObject({ theme: 'dark', rowHeight: 'compact' });
  await compact.accept();
  expect(shown()).toMatchObject({ theme: 'dark', rowHeight: 'compact' });
});

it('a change that main has made after a later one stays shown', async () => {
  const { change, shown } = page();
  const [folder, dark] = [change({ folder: '/papers' }), change({ theme: 'dark' })];
  await dark.accept();
  await folder.accept();
  expect(shown()).toMatchObject({ folder: '/papers', theme: 'dark' });
});

it('a change that is refused takes back nothing but itself', async () => {
  const { change, shown } = page();
  const [dark, compact] = [change({ theme: 'dark' }), change({ rowHeight: 'compact' })];
  await compact.accept();
  await expect(dark.refuse()).rejects.toThrow('refused');
  expect(shown()).toMatchObject({ theme: plain.theme, rowHeight: 'compact' });
});

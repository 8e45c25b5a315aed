import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../shared/contract.ts';
import { electron, ipcRenderer, resetElectron } from '../../support/electron/index.ts';

describe('preload', () => {
  beforeAll(async () => {
    resetElectron();
    await import('../../../electron/preload.ts');
  });
  const bridge = () => electron.exposed.get('carpeta') ?? {};

  it('gives the page the calls of the contract and on, nothing else', () => {
    expect([...electron.exposed.keys()]).toEqual(['carpeta']);
    expect(Object.keys(bridge())).toEqual(['on', ...Object.keys(calls)]);
  });

  it('passes one input on under the name of the call', async () => {
    expect(await bridge()['rows.find']?.({ text: 'x' }, 'more')).toEqual({ ok: true, value: 'rows.find' });
    expect(electron.invoked).toEqual([['rows.find', { text: 'x' }]]);
  });

  it('hears the events of the contract, without what Electron adds, until told to stop', () => {
    const received: unknown[] = [];
    const stop = bridge()['on']?.('network.changed', (...args: unknown[]) =>
      received.push(args),
    ) as () => void;
    ipcRenderer.emit('network.changed', { sender: 'a way into main' }, { online: true });
    stop();
    ipcRenderer.emit('network.changed', {}, { online: false });
    expect(received).toEqual([[{ online: true }]]);
  });

  it('listens to no channel that is not an event of the contract', () => {
    const stop = bridge()['on']?.('ELECTRON_BROWSER', () => undefined) as () => void;
    expect(ipcRenderer.eventNames()).toEqual([]);
    stop();
  });
});

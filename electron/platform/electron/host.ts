import { randomUUID } from 'node:crypto';
import type { BrowserWindow } from 'electron';
import type { Host, Preferences, ProxyLogin } from '../../host.ts';
import { readersOfHome } from '../node/folder-permissions.ts';
import { createKeychain } from '../node/keychain.ts';
import { readManaged } from '../node/policy-sources.ts';
import { systemClock } from '../terminal/index.ts';
import type { CertificatePrompts } from './client-certificates.ts';
import { createDesktop } from './desktop.ts';
import { createHttpGet, createNetworkSession } from './http-client.ts';
import { startWorker } from './start-worker.ts';

interface ElectronHostOptions {
  userData: string;
  preferences: Preferences;
  window: () => BrowserWindow;
  certificates: CertificatePrompts;
}

/** Electron as the host of the app. Only after Electron is ready. */
export function createElectronHost({
  userData,
  preferences,
  window,
  certificates,
}: ElectronHostOptions): Host {
  let proxyLogin: ProxyLogin = async () => undefined;
  return {
    kind: 'electron',
    userData,
    httpGet: createHttpGet(createNetworkSession(), (challenge) => proxyLogin(challenge), certificates),
    secrets: createKeychain(),
    preferences,
    desktop: createDesktop(window),
    clock: systemClock,
    startWorker,
    random: Math.random,
    uuid: randomUUID,
    readManaged: (onUnread) => readManaged(onUnread),
    readersOfHome: () => readersOfHome(userData),
    onProxyChallenge: (login) => {
      proxyLogin = login;
    },
  };
}

export { openStorage, quietHeaders, watchNetwork } from './network.ts';
export { createProxyLogins } from './proxy-login.ts';

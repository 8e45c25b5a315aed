/** A proxy that wants a login; `again` when it refused the last one. */
export interface ProxyQuestion {
  id: string;
  proxy: string;
  realm: string;
  again: boolean;
  /** Whether there is a keychain to keep the login in. */
  canKeep: boolean;
}

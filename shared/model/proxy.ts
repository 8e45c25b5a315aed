/** A proxy that wants a login; `isRetry` when it refused the last one. */
export interface ProxyLoginRequest {
  id: string;
  proxy: string;
  realm: string;
  isRetry: boolean;
  /** The user name of the login that it refused, where that is known. */
  user?: string;
  /** Whether there is a keychain to keep the login in. */
  canSave: boolean;
}

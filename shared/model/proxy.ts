/** A proxy that requires a login; `isRetry` if it rejected the last one. */
export interface ProxyLoginRequest {
  id: string;
  proxy: string;
  realm: string;
  isRetry: boolean;
  /** The user name of the rejected login, if known. */
  user?: string;
  /** Whether there is a keychain to store the login. */
  canSave: boolean;
}

/** A proxy that wants a login; `again` when it refused the last one. */
export interface ProxyQuestion {
  id: string;
  proxy: string;
  realm: string;
  again: boolean;
}

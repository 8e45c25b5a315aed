/** A file in another. */
export interface AttachedFile {
  name: string;
  /** Its bytes; undefined where the other has none. Rejects where they are damaged or too many. */
  read(): Promise<Buffer | undefined>;
}

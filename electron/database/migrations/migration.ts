/**
 * One step from a version of the store to the next. Once people have stores that it made, neither its statements nor its stamp change, ever: a
 * test holds their checksums (docs/architecture.md, "Where things are kept"). What is to be otherwise is a step of its own.
 */
export interface Migration {
  /** What a file of this version carries in `application_id`: a 32-bit number of no meaning that no other step has. */
  stamp: number;
  /** Runs in the one transaction of all steps that a file lacks; may call the functions that `open-database.ts` adds. */
  sql: string;
}

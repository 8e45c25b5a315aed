import { z } from 'zod';
import { dispatchNumberSchema } from '../model/search-query.ts';
import { rutSchema } from '../model/value-schemas.ts';

/** One call of the page to main: the schema of its input and, only as a type, its output. */
export interface Call<Input extends z.ZodType, Output> {
  input: Input;
  /** Never set; carries the type. */
  output?: Output;
}

/** A call with this output; its input schema is passed next. */
export function call<Output>() {
  return <Input extends z.ZodType>(input: Input): Call<Input, Output> => ({ input });
}

/** The input of a call that takes none. */
export const nothing = z.undefined();
/** Input of calls that take an id. */
export const id = z.object({ id: z.string().min(1).max(200) });
/** A dispatch of a client at a connection. */
export const dispatchKey = z.object({
  connectionId: z.string().min(1),
  number: dispatchNumberSchema,
  rut: rutSchema,
});

import { z } from 'zod';

/** A document of a connection, as the page identifies it. */
export const documentKey = z.object({ connectionId: z.string().min(1), id: z.string().min(1) });

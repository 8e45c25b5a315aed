/** The three lists over one result set. */
export const lists = ['dispatches', 'documents', 'disbursements'] as const;
export type ListName = (typeof lists)[number];

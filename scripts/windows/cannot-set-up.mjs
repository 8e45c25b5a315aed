// @ts-check

/** Something that running under Wine needs is not here; its message is the one sentence that says what. */
export class CannotSetUp extends Error {}

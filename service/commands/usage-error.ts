/** Wrong arguments on the command line: printed without a stack. */
export class UsageError extends Error {}

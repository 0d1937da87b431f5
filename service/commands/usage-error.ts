/** Wrong words on the command line: the person at the keyboard sees the sentence, not a stack. */
export class UsageError extends Error {}

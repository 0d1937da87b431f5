import type { PatternExceptions } from './pattern-rules.ts'

/** Patterns that are not linear and stay, each with its reason and the longest text it meets. */
export const patternExceptions: PatternExceptions = {}

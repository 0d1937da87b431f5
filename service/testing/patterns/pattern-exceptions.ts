import type { PatternExceptions } from './pattern-rules.ts'

/** Patterns that are not linear and stay, each with its reason and its longest text. */
export const patternExceptions: PatternExceptions = {}

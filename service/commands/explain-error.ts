import { messageOf } from '../platform/error-facts.ts'
import { printable } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** The message of an expected failure, or the stack of a programming error. */
export function explainError(error: unknown): { text: string; code: number } {
  if (!(error instanceof Error)) return { text: String(error), code: 1 }
  if (error instanceof UsageError) return { text: error.message, code: 2 }
  if (isProgrammingError(error)) return { text: error.stack ?? error.message, code: 1 }
  // A connection that failed at several addresses has several reasons and no message of its own.
  const reasons = error instanceof AggregateError ? error.errors.map((each) => messageOf(each)) : []
  return { text: printable([error.message, ...reasons].filter(Boolean).join('; ')), code: 1 }
}

/** Errors thrown by JavaScript itself. */
const isProgrammingError = (error: Error) =>
  ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'AssertionError'].includes(error.name)

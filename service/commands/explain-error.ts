import { printable } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** What a failed command says: a sentence where it was foreseen, the whole story where it is a mistake of ours. */
export function explainError(error: unknown): { text: string; code: number } {
  if (!(error instanceof Error)) return { text: String(error), code: 1 }
  if (error instanceof UsageError) return { text: error.message, code: 2 }
  if (isMistake(error)) return { text: error.stack ?? error.message, code: 1 }
  // A connection tried at several addresses fails with several reasons and no sentence of its own.
  const reasons = error instanceof AggregateError ? error.errors.map((each) => (each as Error).message) : []
  return { text: printable([error.message, ...reasons].filter(Boolean).join('; ')), code: 1 }
}

/** What we foresee says so in a sentence; these are thrown by JavaScript itself. */
const isMistake = (error: Error) =>
  ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'AssertionError'].includes(error.name)

import { type ErrorCode, ServiceError } from './errors.ts'

export interface ItemError {
  identifier: string | number
  code: ErrorCode
  message: string
}

/** Runs the work for each item. A failure becomes an entry of `errors` and does not affect other items. */
export async function each<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
  {
    identify,
    atOnce = 10,
    onUnexpected,
  }: {
    identify: (item: T) => string | number
    atOnce?: number
    /** Called with unexpected errors, for the log. */
    onUnexpected?: (error: unknown, item: T) => void
  },
): Promise<{ done: R[]; errors: ItemError[] }> {
  const results: ({ value: R } | undefined)[] = new Array(items.length)
  const errors: (ItemError | undefined)[] = new Array(items.length)
  // All workers take from one iterator.
  const left = items.entries()
  async function work() {
    for (const [index, item] of left) {
      try {
        results[index] = { value: await act(item) }
      } catch (error) {
        if (!(error instanceof ServiceError)) onUnexpected?.(error, item)
        errors[index] = { identifier: identify(item), ...publicError(error) }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return {
    done: results.flatMap((result) => (result ? [result.value] : [])),
    errors: errors.filter((error) => error !== undefined),
  }
}

/** The part of an error that a caller may see: code and message, or a general message for unexpected errors. */
export function publicError(error: unknown): { code: ErrorCode; message: string } {
  if (error instanceof ServiceError) return { code: error.code, message: error.message }
  return { code: 'svc_internal_error', message: 'Something went wrong on our side; the log has the details.' }
}

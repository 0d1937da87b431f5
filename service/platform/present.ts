/** A value that other code guarantees; throws where `!` would pass undefined on. `what` names it in the error. */
export function present<T>(value: T, what: string): NonNullable<T> {
  if (value === null || value === undefined) throw new Error(`Missing: ${what}.`)
  return value
}

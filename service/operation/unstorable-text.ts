/** PostgreSQL takes no NUL, and half a character is no text: both are refused here rather than fail somewhere behind. */
export function refuseUnstorable(given: Record<string, unknown>, problems: Record<string, string>): void {
  for (const [field, value] of Object.entries(given)) {
    if (field.includes('\0') || holdsUnstorable(value))
      problems[field] = 'contains a character that is not text (NUL or half of one)'
  }
}

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(holdsUnstorable)
  // A pair for each field, as Object.entries makes them, would cost more than the check itself.
  for (const key of Object.keys(value)) {
    if (key.includes('\0') || holdsUnstorable((value as Record<string, unknown>)[key])) return true
  }
  return false
}

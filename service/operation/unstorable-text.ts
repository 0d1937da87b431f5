/** PostgreSQL stores neither NUL nor unpaired surrogates; they are refused here instead of failing in the database. */
export function refuseUnstorable(given: Record<string, unknown>, problems: Record<string, string>): void {
  for (const [field, value] of Object.entries(given)) {
    if (field.includes('\0') || hasUnstorable(value))
      problems[field] = 'contains a character that is not text (NUL or half of one)'
  }
}

function hasUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasUnstorable)
  // Object.entries would create a pair per field, which costs more than the check.
  for (const key of Object.keys(value)) {
    if (key.includes('\0') || hasUnstorable(Reflect.get(value, key))) return true
  }
  return false
}

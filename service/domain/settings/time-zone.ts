const offset = /^UTC(?:([+-])(\d{1,2})(?::([0-5]\d)|\.(25|5|50|75))?)?$/
const minutesOfFraction: Record<string, number> = { 25: 15, 5: 30, 50: 30, 75: 45 }

/** The name under which the runtime knows a time zone: `Europe/Berlin`, or `+05:30` for `UTC+5.5`; null for what is none. */
export function readTimeZone(text: string): string | null {
  const found = offset.exec(text)
  if (found) return readOffset(found)
  // Bare offsets and the like are known to the runtime too, but nobody calls them a zone.
  if (!/^[A-Za-z]/.test(text)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

function readOffset([, sign, hours = '0', minutes, fraction]: RegExpExecArray): string | null {
  if (sign === undefined) return 'UTC'
  const total = Number(hours) * 60 + (fraction ? minutesOfFraction[fraction]! : Number(minutes ?? 0))
  if (total > (sign === '+' ? 14 : 12) * 60) return null
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return total === 0 ? 'UTC' : `${sign}${twoDigits(Math.floor(total / 60))}:${twoDigits(total % 60)}`
}

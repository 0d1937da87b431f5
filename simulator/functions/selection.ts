import { text } from '../php/form.ts'
import type { Call } from './call.ts'

/** Returns whether a part of the sync is requested; the selection of a call is stored for later calls. */
export function readSelection({ site, fields }: Call): (key: string) => boolean {
  const sent = text(fields, 'syncdata')
  if (sent !== undefined) site.settings.syncSelection = parse(sent)
  const selection = site.settings.syncSelection ?? {}
  // A missing key means on.
  return (key) => {
    const value = selection[key]
    return value === undefined || value === null || Number.parseInt(String(value), 10) === 1
  }
}

function parse(sent: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(sent)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? // Every object has fields; what they hold is checked where it is used.
        (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

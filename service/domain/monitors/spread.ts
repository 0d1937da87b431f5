/** Schedule of monitors. Each has its own offset within the interval, so that checks are spread evenly. */

/** A number from 0 to 1 per site; consecutive sites are spread far apart (golden ratio). */
export const intervalOffset = (siteId: number): number => (Math.imul(siteId, 0x9e3779b1) >>> 0) / 2 ** 32

/** The monitor's first scheduled moment later than `after`; in milliseconds since 1970. */
export function nextMoment(siteId: number, intervalMs: number, after: number): number {
  const offset = intervalOffset(siteId) * intervalMs
  return Math.ceil((Math.floor((after - offset) / intervalMs) + 1) * intervalMs + offset)
}

/**
 * The next check after one that was due at `due`. When the next moment is too close, half of the way to the one after,
 * so that two checks are between half an interval and one interval apart, however late one of them was.
 */
export function nextAfterCheck(siteId: number, intervalMs: number, due: number): number {
  const ahead = nextMoment(siteId, intervalMs, due) - due
  return due + (ahead >= intervalMs / 2 ? ahead : Math.ceil((ahead + intervalMs) / 2))
}

/** A failed check is repeated soon, to confirm an outage or dismiss a glitch early. */
const retryMs = 20_000
export const nextAfterFailure = (intervalMs: number, at: number): number => at + Math.min(retryMs, intervalMs)

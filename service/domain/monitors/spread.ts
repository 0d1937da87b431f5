/** When a monitor is checked. Each has a place of its own within the interval, so that the fleet is spread evenly. */

/** A number from 0 to 1 for a site; those of consecutive sites lie as far from each other as can be (golden ratio). */
export const placeOf = (siteId: number): number => (Math.imul(siteId, 0x9e3779b1) >>> 0) / 2 ** 32

/** The first of the monitor's moments that is later than `after`; all in milliseconds since 1970. */
export function nextMoment(siteId: number, intervalMs: number, after: number): number {
  const offset = placeOf(siteId) * intervalMs
  return Math.ceil((Math.floor((after - offset) / intervalMs) + 1) * intervalMs + offset)
}

/**
 * After a check that was due then. When the next moment is too close for another one, half of the way to the one after:
 * so no two checks are further apart than the interval, nor closer than half of it, however late one of them came.
 */
export function nextAfterCheck(siteId: number, intervalMs: number, due: number): number {
  const ahead = nextMoment(siteId, intervalMs, due) - due
  return due + (ahead >= intervalMs / 2 ? ahead : Math.ceil((ahead + intervalMs) / 2))
}

/** A failed check is soon repeated, so that a real outage is known early and a chance one forgotten. */
const retryMs = 20_000
export const nextAfterFailure = (intervalMs: number, at: number): number => at + Math.min(retryMs, intervalMs)

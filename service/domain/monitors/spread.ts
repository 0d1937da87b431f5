/** When a monitor is checked. Each has a place of its own within the interval, so that the fleet is spread evenly. */

const longestCatchUpMs = 5 * 60_000

/** A number from 0 to 1 for a site; those of consecutive sites lie as far from each other as can be (golden ratio). */
export const placeOf = (siteId: number): number => (Math.imul(siteId, 0x9e3779b1) >>> 0) / 2 ** 32

/** The first of the monitor's moments that is later than `after`; all in milliseconds since 1970. */
export function nextMoment(siteId: number, intervalMs: number, after: number): number {
  const offset = placeOf(siteId) * intervalMs
  return Math.ceil((Math.floor((after - offset) / intervalMs) + 1) * intervalMs + offset)
}

/** After a check that was due then. One that had come late must not be followed by another right away. */
export const nextAfterCheck = (siteId: number, intervalMs: number, due: number): number =>
  nextMoment(siteId, intervalMs, due + intervalMs / 2)

/**
 * When to check a monitor that somebody else watched until now, or nobody. What is overdue comes up again after as long
 * as it waited: so a restart, long or short, never asks for more than twice the usual number of checks at a time.
 */
export function resumeAt(siteId: number, intervalMs: number, lastCheck: number | null, now: number): number {
  const window = Math.min(intervalMs, longestCatchUpMs)
  // A last check that lies ahead tells of a clock that was set back.
  if (lastCheck === null || lastCheck > now) return now + Math.floor(placeOf(siteId) * window)
  const due = nextAfterCheck(siteId, intervalMs, lastCheck)
  return due > now ? due : now + ((now - due) % window)
}

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
 * When to check a monitor that somebody else watched until now, or nobody. What is overdue comes up again after about as
 * long as it waited, so that a restart asks for no herd. The moments depend only on when it was due, each twice as late as
 * the one before: whoever takes over next finds the same one, and several changes in a row do not put it off for ever.
 */
export function resumeAt(siteId: number, intervalMs: number, lastCheck: number | null, now: number): number {
  const window = Math.min(intervalMs, longestCatchUpMs)
  // A last check that lies ahead tells of a clock that was set back.
  if (lastCheck === null || lastCheck > now) return now + Math.floor(placeOf(siteId) * window)
  const due = nextAfterCheck(siteId, intervalMs, lastCheck)
  if (due > now) return due
  const first = window / 16
  const doublings = Math.max(0, Math.floor(Math.log2((now - due) / first)) + 1)
  return now + Math.ceil((due + first * 2 ** doublings - now) % window)
}

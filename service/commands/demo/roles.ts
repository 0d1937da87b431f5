/** What the demo lets happen to a site. Most are `well`. */
export type Role =
  | 'well'
  | 'dead'
  | 'key refused'
  | 'disconnected'
  | 'suspended'
  | 'outage in the past'
  | 'two outages in the past'
  | 'down now'
  | 'flapping'
  | 'insecure'

/** The most telling ones first, for small fleets; in between somebody has to be well. */
const cast: readonly Role[] = [
  'dead',
  'key refused',
  'disconnected',
  'well',
  'suspended',
  'outage in the past',
  'down now',
  'flapping',
  'insecure',
  'well',
  'two outages in the past',
]

const fewest = 4

/** From the last site on backwards: the first ones are those that a newcomer tries things with. */
export const roleAt = (index: number, count: number): Role =>
  count < fewest ? 'well' : (cast[count - 1 - index] ?? 'well')

/** Sites that answer to Flotilla until the end. */
export const isManaged = (role: Role): boolean => !['dead', 'key refused', 'disconnected', 'suspended'].includes(role)

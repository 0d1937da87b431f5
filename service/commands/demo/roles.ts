/** The condition of a site in the demo; most are `well`. */
export type DemoCondition =
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

/** The most useful roles first, for small demos, with some healthy sites between them. */
const rolesFromEnd: readonly DemoCondition[] = [
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

const minSites = 4

/** Assigned from the last site backwards: new users try things with the first sites, which stay healthy. */
export const roleAt = (index: number, count: number): DemoCondition =>
  count < minSites ? 'well' : (rolesFromEnd[count - 1 - index] ?? 'well')

/** Sites that stay connected. */
export const isManaged = (role: DemoCondition): boolean =>
  !['dead', 'key refused', 'disconnected', 'suspended'].includes(role)

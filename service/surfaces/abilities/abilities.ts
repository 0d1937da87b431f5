import type { Surface } from '../surface.ts'
import { mountDiscovery } from './discover.ts'
import { mountRunAbility } from './run-ability.ts'

const base = '/api/v1'

/** The ability API: discovery, and one run address per ability. */
export const abilitiesSurface: Surface = (app, context) => {
  mountDiscovery(app, base, context)
  mountRunAbility(app, base, context)
}

import type { Door } from '../door.ts'
import { mountDiscovery } from './discover.ts'
import { mountRunAbility } from './run-ability.ts'

const base = '/api/v1'

/** The ability API: discovery, and one run address per ability. */
export const abilitiesDoor: Door = (app, frame) => {
  mountDiscovery(app, base, frame)
  mountRunAbility(app, base, frame)
}

import type { Site } from '../../../simulator/index.ts'
import type { App } from '../../app.ts'
import type { Actor } from '../../operation/actor.ts'
import { systemActor } from '../../operation/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DemoClock } from './demo-clock.ts'
import type { Role } from './roles.ts'

/** A simulated site and what it is to Flotilla. */
export interface DemoSite {
  readonly site: Site
  /** What Flotilla calls it by. */
  readonly url: string
  readonly role: Role
  /** Nobody has signed its certificate, so it is not checked. */
  readonly untrusted: boolean
  /** Reached by a made-up name, which has a registration to watch. */
  readonly named: boolean
  /** Of Flotilla's record; 0 before it is added. */
  id: number
}

/** What the parts of the demo work with. */
export interface Scene {
  readonly sites: readonly DemoSite[]
  readonly clock: DemoClock
  readonly db: Database
  /** Through the same pipeline as everybody else. */
  run<Output = unknown>(operation: string, input: object, actor?: Actor): Promise<Output>
}

export function sceneIn(app: App, clock: DemoClock, sites: readonly DemoSite[]): Scene {
  return {
    sites,
    clock,
    db: app.db,
    async run<Output>(operation: string, input: object, actor: Actor = systemActor('demo')) {
      const { output } = await app.run(operation, input, { actor, confirmed: true })
      return output as Output
    },
  }
}

/** A few at a time, in their order; the first failure ends it, because a demo with holes shows nothing. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<unknown>,
  atOnce = 8,
) {
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const index = next++
      await act(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
}

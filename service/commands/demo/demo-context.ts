import type { Site } from '../../../simulator/index.ts'
import type { App } from '../../app.ts'
import type { Actor } from '../../operation/actor.ts'
import { systemActor } from '../../operation/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DemoClock } from './demo-clock.ts'
import type { DemoCondition } from './roles.ts'

/** A simulated site and its data in Flotilla. */
export interface DemoSite {
  readonly site: Site
  /** The URL in Flotilla. */
  readonly url: string
  readonly role: DemoCondition
  /** Has a self-signed certificate, which is not verified. */
  readonly untrusted: boolean
  /** Has a host name that only the demo resolves, with a domain registration to monitor. */
  readonly named: boolean
  /** The id in Flotilla; 0 before it is added. */
  id: number
}

/** Passed to the parts of the demo. */
export interface DemoContext {
  readonly sites: readonly DemoSite[]
  readonly clock: DemoClock
  readonly db: Database
  /** Through the pipeline. */
  run<Output = unknown>(operation: string, input: object, actor?: Actor): Promise<Output>
}

export function createDemoContext(app: App, clock: DemoClock, sites: readonly DemoSite[]): DemoContext {
  return {
    sites,
    clock,
    db: app.db,
    async run<Output>(operation: string, input: object, actor: Actor = systemActor('demo')) {
      const { output } = await app.run(operation, input, { actor, confirmed: true })
      // The caller names the output of its operation; the catalogue forgets the type.
      return output as Output
    },
  }
}

/** In order, `atOnce` at a time; the first failure stops it. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<unknown>,
  atOnce = 8,
) {
  // All workers take from one iterator.
  const left = items.entries()
  const work = async () => {
    for (const [index, item] of left) await act(item, index)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
}

import { createPast } from '../commands/demo/create-past.ts'
import { createPresent } from '../commands/demo/create-present.ts'
import { DemoClock } from '../commands/demo/demo-clock.ts'
import { createDemoContext, type DemoContext, type DemoSite } from '../commands/demo/demo-context.ts'
import { startDemoFleet } from '../commands/demo/simulated-fleet.ts'
import { ensureFirstAdministrator } from '../domain/access/index.ts'
import { systemClock } from '../platform/clock.ts'
import { sharedKeySource } from '../platform/connector/key-source.ts'
import { startTestService, type TestService } from './test-service.ts'

export interface SeededService {
  service: TestService
  administrator: { login: string; password: string }
  run: DemoContext['run']
  /** The simulated sites, for tests that change their answers. */
  sites: readonly DemoSite[]
  close(): Promise<void>
}

/** A service with the two months of data of the demo, and a worker. For tests that read much and change little. */
export async function startSeededService(sites: number): Promise<SeededService> {
  const clock = new DemoClock()
  const fleet = await startDemoFleet(sites, clock)
  const outbound = { resolver: fleet.resolver, extraAuthorities: fleet.authorities }
  const service = await startTestService({ clock, keys: sharedKeySource(2), outbound })
  const { app } = service
  const fixture = createDemoContext(app, clock, fleet.sites)
  const password = 'password of the test alone'
  const begin = () => ensureFirstAdministrator(app.context, { ADMIN_PASSWORD: password })
  const { colleagues } = await createPast(fixture, begin, { receiverUrl: fleet.receiverUrl, print: () => {} })
  const worker = await service.openAnother({ works: true, serves: false, clock: systemClock, outbound })
  await createPresent(createDemoContext(worker, clock, fleet.sites), colleagues[0]!.actor, () => {})
  return {
    service,
    administrator: { login: 'admin', password },
    run: fixture.run,
    sites: fleet.sites,
    async close() {
      await service.close()
      await fleet.close()
    },
  }
}

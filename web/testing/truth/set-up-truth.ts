import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { seedConnectedFleet } from '../../../service/testing/connected-fleet.ts'
import { type FleetInState, type FleetState, fleets } from '../../../service/testing/fleet-states.ts'
import { type People, seedPeople, sessionOf } from '../../../service/testing/people.ts'
import { removeSchedules } from '../../../service/testing/remove-schedules.ts'
import { chromiumPath } from '../../../service/testing/requirements.ts'
import { startTestService, type TestService } from '../../../service/testing/test-service.ts'
import { seedRecords } from '../../../service/testing/truth/set-up-fleet.ts'
import { startFleet } from '../../../simulator/index.ts'
import { type ReusedWindow, reuseWindow, type Window } from '../browser.ts'
import { builtPage } from '../built-page.ts'

/** The time of the browser; nothing happens by itself, so that a state stays as it was made. */
const stillClock = { now: () => new Date(), after: () => () => {} } as unknown as TestService['clock']

export interface TruthTable {
  /** Creates the state and opens the dashboard. */
  open(state: FleetState): Promise<{ window: Window; fixture: FleetInState; people: People; close(): Promise<void> }>
}

/** For the top of a test file. */
export function setUpTruth(): TruthTable {
  let service: TestService
  let address: string
  let reusedWindow: ReusedWindow
  beforeAll(async () => {
    if (!chromiumPath) return
    await builtPage()
    service = { ...(await startTestService({ works: true, clock: stillClock })), clock: stillClock }
    await removeSchedules(service)
    await service.app.server.listen({ host: '127.0.0.1', port: 0 })
    address = `http://127.0.0.1:${(service.app.server.server.address() as AddressInfo).port}`
    reusedWindow = reuseWindow(address)
  })
  afterAll(async () => {
    await reusedWindow?.end()
    await service?.close()
  })
  return {
    async open(state) {
      await service.reset()
      const people = await seedPeople(service)
      const fleet = await startFleet({ sites: 3, seed: 5, baseAddress: '127.89.0.1', payload: 4_000 })
      const sites = await seedConnectedFleet(service, fleet)
      const fixture = { service, fleet, sites }
      await service.app.run('add-client', { name: 'Acme' })
      await service.db.updateTable('sites').set({ client_id: 1 }).execute()
      // Renewed today, so that no renewal is due on any day on which the test runs.
      await seedRecords(service, stillClock.now())
      await fleets[state](fixture)
      const session = await sessionOf(service, people.administrator)
      const cookies = [
        {
          ...session,
          ...{ domain: new URL(address).hostname, path: '/', expires: -1 },
          ...{ httpOnly: true, secure: false, sameSite: 'Strict' as const },
        },
      ]
      const window = await reusedWindow.open(cookies, { 'flotilla.signed-in': 'yes' })
      await window.page.goto('/jobs')
      await window.page.locator('#main').waitFor()
      const close = async () => {
        await window.close()
        await fleet.close()
      }
      return { window, fixture, people, close }
    },
  }
}

import { beforeEach } from 'vitest'
import { type Fleet, type FleetOptions, type Site, startFleet } from '../../simulator/index.ts'
import type { AppOptions } from '../app.ts'
import { type Callers, callers } from './callers.ts'
import { type People, setUpService } from './people.ts'
import type { Answer, TestService } from './test-service.ts'

export interface FleetFixture extends Callers {
  service: TestService
  people: People
  /** A simulated site that no other test uses, so that tests do not affect each other's hosts. */
  nextChild(): Site
  /** Adds a simulated site over the API, with its administrator's password. */
  add(child: Site, more?: object): Promise<Answer>
  /** Advances the clock until all answers have arrived, because queued calls depend on the clock. */
  passTime(answers: readonly Promise<unknown>[]): Promise<void>
  /** A connected site and its record. */
  connected(more?: object): Promise<{ child: Site; id: number }>
}

const size = 400
let shared: Promise<Fleet> | undefined
let handedOut = 0

/** An own address range, so that other fleets on the same service do not affect these hosts. */
const options: FleetOptions = { sites: size, baseAddress: '127.77.0.1', payload: 4_000 }

/** For the top of a test file: a service with people and simulated sites. The fleet is shared by a worker. */
export function setUpServiceWithSites(appOptions: Partial<AppOptions> = {}): FleetFixture {
  const fixture = setUpService(appOptions) as FleetFixture
  Object.assign(fixture, callers(fixture))
  let fleet: Fleet
  beforeEach(async () => {
    shared ??= startFleet(options)
    fleet = await shared
  })
  fixture.nextChild = () => {
    const child = fleet.sites[handedOut++]
    if (!child)
      throw new Error('All simulated sites are used up: make the fleet of set-up-service-with-sites.ts larger.')
    return child
  }
  fixture.add = (child, more = {}) =>
    fixture.ability('add-site', {
      url: child.url,
      admin: child.admin.login,
      admin_password: child.admin.password,
      ...more,
    })
  fixture.passTime = async (answers) => {
    let pending = true
    const all = Promise.allSettled(answers).then(() => {
      pending = false
    })
    while (pending) {
      fixture.service.clock.advance(250)
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 5))])
    }
  }
  fixture.connected = async (more) => {
    const child = fixture.nextChild()
    const { body } = await fixture.add(child, more)
    if (body.status !== 'connected' && body.status !== 'suspended')
      throw new Error(`Not added: ${JSON.stringify(body)}`)
    return { child, id: body.id }
  }
  return fixture
}

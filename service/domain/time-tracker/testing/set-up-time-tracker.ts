import { beforeEach } from 'vitest'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import type { TestService } from '../../../testing/test-service.ts'

type Headers = Record<string, string>

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute

// biome-ignore lint/suspicious/noExplicitAny: the assertion is the type
type ResponseBody = any

export interface TimeFixture extends Callers {
  service: TestService
  people: People
  /** Adds a task and returns it. */
  task(fields?: object): Promise<ResponseBody>
  bucket(fields?: object): Promise<ResponseBody>
  read(taskId: number): Promise<ResponseBody>
  move(taskId: number, move: 'start' | 'pause' | 'stop', headers?: Headers): ReturnType<Callers['rest']>
  pass(milliseconds: number): void
}

/** For the top of a test file: Acme (1) has sites 1 and 2, Beta (2) has site 3; the limited key sees only site 1. */
export function setUpTimeTracker(): TimeFixture {
  const fixture = setUpService() as TimeFixture
  Object.assign(fixture, callers(fixture))
  beforeEach(async () => {
    await seedSites(fixture.service.db, 3)
    await fixture.ability('add-client', { name: 'Acme', client_email: 'info@acme.example', selected_sites: [1, 2] })
    await fixture.ability('add-client', { name: 'Beta', selected_sites: [3] })
  })
  const added = async (address: string, fields: object) => {
    const { status, body } = await fixture.rest(address, fields)
    if (status !== 200) throw new Error(`Not added: ${JSON.stringify(body)}`)
    return body.data
  }
  fixture.task = (fields = {}) => added('POST /time-tracker/tasks/add', { title: 'Fix the shop', ...fields })
  fixture.bucket = (fields = {}) => added('POST /time-tracker/buckets/add', { title: 'Support', hours: 10, ...fields })
  fixture.read = async (id) => (await fixture.rest(`GET /time-tracker/tasks/${id}`)).body.data
  fixture.move = (id, move, headers) => fixture.rest(`POST /time-tracker/tasks/${id}/${move}`, undefined, headers)
  fixture.pass = (milliseconds) => fixture.service.clock.advance(milliseconds)
  return fixture
}

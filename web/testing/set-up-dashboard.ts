import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { seedConnectedFleet } from '../../service/testing/connected-fleet.ts'
import { type People, type Person, seedPeople, sessionOf } from '../../service/testing/people.ts'
import { removeSchedules } from '../../service/testing/remove-schedules.ts'
import { chromiumPath } from '../../service/testing/requirements.ts'
import type { SeededSite } from '../../service/testing/seed-sites.ts'
import { startTestService, type TestService } from '../../service/testing/test-service.ts'
import { type Fleet, startFleet } from '../../simulator/index.ts'
import { type Cookies, openWindow, type ReusedWindow, reuseWindow, type Window } from './browser.ts'
import { builtPage } from './built-page.ts'

export interface DashboardFixture {
  service: TestService
  people: People
  fleet: Fleet
  /** The rows of the fleet's sites, in the same order. */
  sites: SeededSite[]
  address: string
  /** Opens a window at this path, signed in as this user. */
  open(person: Person, path?: string, options?: BrowserContextOptions): Promise<Window>
  /** Opens a window without a session. */
  openSignedOut(path?: string, options?: BrowserContextOptions): Promise<Window>
}

/** Local storage key of the flag that a user was signed in. */
const signedIn = 'flotilla.signed-in'

/**
 * The browser's clock is not the fake clock of the tests. Between test files no timer of the service ends: its worker would
 * otherwise look for work until the end of all tests.
 */
class PausableClock implements Pick<TestService['clock'], 'now' | 'after'> {
  #held: (() => void)[] | null = null

  now(): Date {
    return new Date()
  }

  after(milliseconds: number, callback: () => void): () => void {
    let isCancelled = false
    const end = () => {
      if (!isCancelled) callback()
    }
    const timer = setTimeout(() => (this.#held ? this.#held.push(end) : end()), milliseconds)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }

  pause(): void {
    this.#held ??= []
  }

  resume(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const end of held) end()
  }
}

const realClock = new PausableClock()

/** Starting a service costs more than most tests, and a new tab compiles the page's scripts again. */
let shared: Promise<SharedDashboard> | undefined
let fleets = 0

interface SharedDashboard {
  service: TestService
  address: string
  reusedWindow: ReusedWindow
}

async function startDashboard(): Promise<SharedDashboard> {
  await builtPage()
  const service = await startTestService({ works: true, clock: realClock })
  await removeSchedules(service)
  await service.app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  return { service, address, reusedWindow: reuseWindow(address) }
}

/**
 * For the top of a test file: the real service on a port, with its worker, simulated sites and the built dashboard. The files of a
 * worker share the service, emptied for each test.
 */
export function setUpDashboard({ sites = 6 } = {}): DashboardFixture {
  const fixture = {} as DashboardFixture
  const windows: Window[] = []
  beforeAll(async () => {
    if (!chromiumPath) return
    realClock.resume()
    shared ??= startDashboard()
    const { service, address } = await shared
    Object.assign(fixture, { service, address })
    // Its own addresses, because the service remembers which hosts failed in other files.
    fixture.fleet = await startFleet({ sites, seed: 5, baseAddress: `127.92.${fleets++}.1`, payload: 4_000 })
  })
  beforeEach(async () => {
    if (!chromiumPath) return
    await fixture.service.reset()
    fixture.people = await seedPeople({ ...fixture.service, clock: realClock })
    fixture.sites = await seedConnectedFleet(fixture.service, fixture.fleet)
  })
  afterEach(async () => {
    await Promise.all(windows.splice(0).map((window) => window.close()))
  })
  afterAll(async () => {
    await (await shared)?.reusedWindow.clear()
    await fixture.fleet?.close()
    await fixture.service?.closeOthers()
    realClock.pause()
  })
  const openWindowHere = async (options: BrowserContextOptions) => {
    const window = await openWindow(fixture.address, options)
    windows.push(window)
    return window
  }
  // Parallel windows and those with other options get their own browser context.
  const openWith = async (cookies: Cookies, memory: Record<string, string>, options: BrowserContextOptions) => {
    if (windows.length > 0 || Object.keys(options).length > 0) {
      const localStorage = Object.entries(memory).map(([name, value]) => ({ name, value }))
      const origins = localStorage.length > 0 ? [{ origin: fixture.address, localStorage }] : []
      return openWindowHere({ storageState: { cookies, origins }, ...options })
    }
    const { reusedWindow } = await shared!
    const window = await reusedWindow.open(cookies, memory)
    windows.push(window)
    return window
  }
  fixture.openSignedOut = async (path = '/', options = {}) => {
    const window = await openWith([], {}, options)
    await window.page.goto(path)
    return window
  }
  fixture.open = async (person, path = '/', options = {}) => {
    // The state after sign-in, without the slow password check: shell.test.ts signs in through the page.
    const session = await sessionOf({ ...fixture.service, clock: realClock }, person)
    const where = { domain: new URL(fixture.address).hostname, path: '/', expires: -1 }
    const cookies = [{ ...session, ...where, httpOnly: true, secure: false, sameSite: 'Strict' as const }]
    const window = await openWith(cookies, { [signedIn]: 'yes' }, options)
    await window.page.goto(path)
    await window.page.locator('#main').waitFor()
    return window
  }
  return fixture
}

export async function signIn({ page }: Window, { login, password }: Pick<Person, 'login' | 'password'>): Promise<void> {
  await page.getByLabel('User name').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type App, type AppOptions, createApp } from '../app.ts'
import { sharedKeySource, shareKeyPairs } from '../platform/connector/key-source.ts'
import type { Database } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { parseNetworks } from '../platform/outbound/address-guard.ts'
import { createSecrets, type Secrets } from '../platform/secrets.ts'
import { createEmptier } from './empty-tables.ts'
import { FakeClock } from './fake-clock.ts'
import { findHeadlessShell } from './headless-shell.ts'
import { removeSchedules } from './remove-schedules.ts'
import { templateDatabase } from './scratch-postgres.ts'

export interface TestService {
  app: App
  db: Database
  clock: FakeClock
  secrets: Secrets
  /** The log of the service, one object per line. */
  logged: Record<string, unknown>[]
  connectionString: string
  request(options: InjectOptions): Promise<Answer>
  /** A second process on the same database. */
  openAnother(options?: Partial<AppOptions>): Promise<App>
  /** Empties every table for the next test. */
  reset(): Promise<void>
  /** Ends the second processes. */
  closeOthers(): Promise<void>
  close(): Promise<void>
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // Tests read answers of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: the assertion checks the type
  body: any
  text: string
}

/** Tests hash passwords at almost no cost; one test checks the cost in production (users-and-keys.release.test.ts). */
export const cheapPasswordCost = { power: 1, blockSize: 1, parallel: 2 }

shareKeyPairs(inject('keyPairs'))
// A worker caches no compiled code (vitest.config.ts). Processes that its tests start do: they load in two thirds of the time.
delete process.env.NODE_DISABLE_COMPILE_CACHE

/** By their options. */
const shared = new Map<string, Promise<TestService>>()

/** Options of many files. A shared service keeps its connections, so files with rare options start their own. */
const sharedOptions: readonly string[] = ['works', 'directoryOrigin']

const hasSharedOptions = ({ pace = {}, ...others }: Partial<AppOptions>): boolean =>
  Object.keys(others).every((name) => sharedOptions.includes(name)) &&
  Object.keys(pace).every((name) => name === 'leaseSeconds')

/**
 * The whole service on its own database: real PostgreSQL, real surfaces, a clock that the test advances.
 * The test files of one worker share services, emptied for each: starting one costs more than most tests.
 */
export async function startTestService(
  options: Partial<AppOptions> = {},
  isShared = hasSharedOptions(options),
  /** For a caller that empties it before each test: not here, too. */
  { isEmptied = true } = {},
): Promise<TestService> {
  if (!isShared) return buildTestService(options)
  const key = JSON.stringify(options)
  const started = shared.get(key) ?? buildTestService(options)
  shared.set(key, started)
  const service = await started
  if (isEmptied) await service.reset()
  // A service that lives for minutes would start them in the tests of other files.
  await removeSchedules(service)
  return { ...service, close: service.closeOthers }
}

async function buildTestService(options: Partial<AppOptions>): Promise<TestService> {
  const connectionString = await createDatabase()
  const clock = new FakeClock()
  const secrets = createSecrets(['a master key for tests, long enough'])
  const logged: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) })
  const common: AppOptions = {
    connection: { connectionString, max: 5 },
    clock,
    log,
    secrets,
    serves: true,
    works: false,
    clientAlias: true,
    passwordCost: cheapPasswordCost,
    // Different from those of seeded sites (connected-fleet.ts), so that a reconnected site gets a new key.
    keys: sharedKeySource(4, 4),
    // Simulated sites use loopback addresses.
    allowNetworks: parseNetworks('127.0.0.0/8'),
    // Starts in a third of the processor time; print-to-pdf.test.ts and audit-page.release.test.ts use the installed Chromium, too.
    browser: { program: findHeadlessShell() },
    protection: {
      // Some tests send every request of the catalogue at once.
      traffic: { requestsPerCaller: 10_000, connections: 10_000 },
      heavy: { total: 10_000, perCaller: 10_000 },
      rates: { reads: 1_000_000, changes: 1_000_000, heavy: 1_000_000 },
      // A machine that runs tests may be overloaded; the tests of the protection provide their own readings.
      readings: () => ({ memoryBytes: 0, eventLoopDelayMs: 0 }),
    },
    ...options,
  }
  const apps = [await createApp(common)]
  const app = apps[0]!
  const emptier = createEmptier(connectionString)
  return {
    app,
    db: app.db,
    clock,
    secrets,
    logged,
    connectionString,
    async request(request) {
      const response = await app.server.inject(request)
      return {
        status: response.statusCode,
        headers: response.headers,
        body: parseBody(response.payload),
        text: response.payload,
      }
    },
    async openAnother(further = {}) {
      const another = await createApp({ ...common, ...further })
      apps.push(another)
      return another
    },
    async reset() {
      await emptier.empty()
      logged.length = 0
      clock.reset()
      // Clears the caches of the deleted rows, too.
      for (const each of apps) await each.forgetCaches()
    },
    async closeOthers() {
      await Promise.all(apps.splice(1).map((each) => each.close()))
    },
    async close() {
      await Promise.all([...apps.map((each) => each.close()), emptier.close()])
      await dropDatabase(connectionString)
    },
  }
}

const urlOf = (database: string) => inject('scratchPostgres').replace('%7Bdatabase%7D', database)

async function createDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copies files: with fsync off that takes a third of the time of copying through the log.
  await asAdministrator((client) =>
    client.query(`create database ${name} template ${templateDatabase} strategy file_copy`),
  )
  return urlOf(name)
}

async function dropDatabase(connectionString: string): Promise<void> {
  const name = new URL(connectionString).pathname.slice(1)
  // Without force it waits for closing connections: a terminated one without a listener ends the process.
  const drop = (how: string) => asAdministrator((client) => client.query(`drop database if exists ${name} ${how}`))
  await drop('').catch(() => drop('with (force)'))
}

async function asAdministrator(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: urlOf('postgres') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function parseBody(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}

import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type People, seedPeople } from './testing/people.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

let service: TestService
let people: People
beforeAll(async () => {
  // Its own service: no other test must be cut off from its database.
  service = await startTestService({ works: false })
})
beforeEach(async () => {
  await service.reset()
  people = await seedPeople(service)
})
afterAll(() => service.close())

const query = (text: string) => service.db.pool.query(text)
const messages = () => service.logged.map(({ msg, cache }) => (cache ? `${cache}: ${msg}` : msg))
const isLogged = (message: string) => messages().includes(message)
const requests = () => service.app.context.settings.get('advanced').svc_maximum_requests
/** A change without a notice. */
const storeRequests = (value: number) =>
  query(`insert into settings (group_name, key, value, changed_at)
    values ('advanced', 'svc_maximum_requests', '${value}', now())`)
const outdated = async () => {
  // The text of the metrics is a few seconds old.
  service.clock.advance(5_000)
  const { text } = await service.request({ url: '/metrics', headers: people.administrator.headers })
  return [...text.matchAll(/^flotilla_outdated_caches\{cache="(\w+)"\} 1$/gm)].map(([, cache]) => cache)
}
const loseNotices = async () => {
  await query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'flotilla-notices' and datname = current_database()`)
  await expect.poll(() => isLogged('notices: the connection was lost; connecting again')).toBe(true)
}
const notRefreshed = 'a cache is out of date: it was not refreshed, trying again'

describe('after the connection for notices was terminated', () => {
  it('a cache that cannot be refreshed says so, and is refreshed as soon as possible', async () => {
    await storeRequests(9)
    await query('alter table settings rename to settings_elsewhere')
    try {
      await loseNotices()
      service.clock.advance(500)
      await expect.poll(() => isLogged('notices: connected again')).toBe(true)
      await expect.poll(() => isLogged(`settings: ${notRefreshed}`)).toBe(true)
      expect(await outdated()).toEqual(['settings'])
      expect(requests()).toBe(50)
    } finally {
      await query('alter table settings_elsewhere rename to settings')
    }
    await expect
      .poll(() => {
        service.clock.advance(1_000)
        return requests()
      })
      .toBe(9)
    await expect.poll(() => isLogged('settings: a cache is up to date again')).toBe(true)
    expect(await outdated()).toEqual([])
  })

  it('a call that waits for a job reads it again, because its end may have been missed', async () => {
    const { changed, cancel } = service.app.context.jobs.nextChange(1, 3_600_000)
    await loseNotices()
    service.clock.advance(500)
    await changed
    cancel()
  })
})

describe('cut off from its database', () => {
  const asAdministrator = async (text: string) => {
    const client = new Client({ connectionString: inject('scratchPostgres').replace('%7Bdatabase%7D', 'postgres') })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const database = () => new URL(service.connectionString).pathname.slice(1)

  it('a service reports outdated caches, and all of them are current when the database is back', async () => {
    await storeRequests(7)
    await query(`insert into modules (name, active, changed_at) values ('logs', false, now())`)
    await service.request({ url: '/api/v2/access/me', headers: people.viewer.headers })
    await query(`update users set disabled = true where login = 'vera'`)
    await asAdministrator(`alter database ${database()} allow_connections false`)
    try {
      // The connection for notices is terminated last: its loss refreshes the caches, which no other connection may then do.
      for (const which of ['<>', '=']) {
        await asAdministrator(`select pg_terminate_backend(pid, 60000) from pg_stat_activity
          where datname = '${database()}' and application_name ${which} 'flotilla-notices'`)
      }
      for (const cache of ['settings', 'modules']) {
        await expect.poll(() => isLogged(`${cache}: ${notRefreshed}`)).toBe(true)
      }
      service.clock.advance(500)
      await expect.poll(() => isLogged('notices: cannot connect, trying again')).toBe(true)
      expect(service.app.context.modules.isActive('logs')).toBe(true)
    } finally {
      await asAdministrator(`alter database ${database()} allow_connections true`)
    }
    const state = () => {
      service.clock.advance(1_000)
      return { requests: requests(), logs: service.app.context.modules.isActive('logs') }
    }
    await expect.poll(state).toEqual({ requests: 7, logs: false })
    await expect.poll(outdated).toEqual([])
    const { status } = await service.request({ url: '/api/v2/access/me', headers: people.viewer.headers })
    expect(status).toBe(401)
  })
})

import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { setUpService } from '../../testing/people.ts'
import { queriesOf } from '../../testing/record-queries.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { type NewEvent, publishEvents } from './publish-events.ts'
import { readEventsAfter } from './read-events.ts'

const fixture = setUpService()
/** Like another process: it shares only the database with the service. */
let other: Database
beforeEach(() => {
  other = openDatabase({ connectionString: fixture.service.connectionString, max: 2 })
})
afterEach(() => other.destroy())

const added = (siteId: number): NewEvent => ({ type: 'site.added', siteId, data: { by: 'ada' } })
const publish = (events: NewEvent[], db = fixture.service.db) =>
  db.transaction().execute((trx) => publishEvents(trx, events, fixture.service.clock.now()))
const readAll = (after = 0) => readEventsAfter(fixture.service.db, after, { limit: 100_000 })
const sitesOf = (events: { site_id: number | null }[]) => events.map(({ site_id }) => site_id)

describe('publishEvents', () => {
  it('stores the name, the address and the client of the site, and the severity of the type', async () => {
    const { db, clock } = fixture.service
    await db.insertInto('clients').values({ name: 'Acme', created_at: clock.now(), updated_at: clock.now() }).execute()
    await seedSites(db, 1, { client_id: 1 })
    await publish([{ type: 'sync.failed', siteId: 1, data: { code: 'svc_site_offline', message: 'No answer.' } }])
    expect(await readAll()).toEqual([
      {
        id: 1,
        position: 1,
        type: 'sync.failed',
        severity: 'warning',
        site_id: 1,
        site_name: 'Site 1',
        site_url: 'https://site-1.example/',
        client_id: 1,
        subject: 'site:1',
        happened_at: clock.now(),
        published_at: clock.now(),
        data: { code: 'svc_site_offline', message: 'No answer.' },
      },
    ])
  })

  it('stores nothing when the transaction is rolled back', async () => {
    const { db, clock } = fixture.service
    const failing = db.transaction().execute(async (trx) => {
      await publishEvents(trx, [added(1)], clock.now())
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await readAll()).toEqual([])
  })

  it('stores an event with a known key once, also within one call', async () => {
    await publish([
      { ...added(1), key: 'a' },
      { ...added(2), key: 'a' },
      { ...added(3), key: 'b' },
    ])
    await publish([{ ...added(4), key: 'b' }, added(5)])
    expect(sitesOf(await readAll())).toEqual([1, 3, 5])
  })

  it('stores an event again when the transaction that stored its key first was rolled back', async () => {
    const first = new Client({ connectionString: fixture.service.connectionString })
    await first.connect()
    await first.query('begin')
    await first.query(`insert into event_keys values ('a', now())`)
    const second = publish([{ ...added(2), key: 'a' }])
    await first.query('rollback')
    await second
    await first.end()
    expect(sitesOf(await readAll())).toEqual([2])
  })

  it('sends one statement for any number of events', async () => {
    const many = Array.from({ length: 500 }, (_, index) => added(index + 1))
    const { db, clock } = fixture.service
    const statements = await queriesOf(() => publishEvents(db, many, clock.now()))
    expect(statements.filter((text) => /insert/i.test(text))).toHaveLength(1)
    expect(sitesOf(await readAll())).toEqual(many.map(({ siteId }) => siteId))
  })

  it('stores a text with characters that PostgreSQL refuses without them', async () => {
    await publish([{ type: 'sync.failed', siteId: 1, data: { code: 'x', message: 'a\0b\ud800' } }])
    expect((await readAll())[0]?.data).toEqual({ code: 'x', message: 'ab\ufffd' })
  })
})

describe('the order of events', () => {
  it('never passes a slow transaction with an older number', async () => {
    const slow = new Client({ connectionString: fixture.service.connectionString })
    await slow.connect()
    await slow.query('begin')
    const insert = `insert into events (type, severity, site_id, subject, happened_at, published_at, data)
      values ('site.added', 'info', 1, 'site:1', now(), now(), '{"by":"slow"}') returning id`
    const { rows } = await slow.query<{ id: number }>(insert)
    // A fast transaction gets a higher number and commits first.
    await publish([added(2)], other)
    const before = await readAll()
    expect(sitesOf(before)).toEqual([2])
    expect(Number(rows[0]!.id)).toBeLessThan(before[0]!.id)
    await slow.query('commit')
    await slow.end()
    const cursor = before.at(-1)!.position
    expect(sitesOf(await readAll(cursor))).toEqual([1])
  })

  it('is complete for a reader while many transactions commit at the same time', async () => {
    const seen: number[] = []
    let cursor = 0
    let writing = true
    const read = async () => {
      const events = await readEventsAfter(other, cursor, { limit: 7 })
      cursor = events.at(-1)?.position ?? cursor
      seen.push(...events.map(({ site_id }) => site_id ?? 0))
      return events.length
    }
    const reading = (async () => {
      while (writing) await read()
      while ((await read()) > 0);
    })()
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let index = 0; index < 25; index++) await publish([added(writer * 100 + index)])
    })
    await Promise.all(writers)
    writing = false
    await reading
    const expected = Array.from({ length: 4 }, (_, writer) => Array.from({ length: 25 }, (_, i) => writer * 100 + i))
    expect(seen.toSorted((a, b) => a - b)).toEqual(expected.flat())
    // Each writer waits for its commit before the next event.
    for (const own of expected) expect(seen.filter((site) => own.includes(site))).toEqual(own)
  })

  it('is the same when two processes number events at the same time', async () => {
    await publish(Array.from({ length: 50 }, (_, index) => added(index + 1)))
    const [one, two] = await Promise.all([
      readEventsAfter(fixture.service.db, 0, { limit: 100 }),
      readEventsAfter(other, 0, { limit: 100 }),
    ])
    const all = await readAll()
    expect(all.map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    for (const events of [one, two]) expect(events).toEqual(all.slice(0, events.length))
  })
})

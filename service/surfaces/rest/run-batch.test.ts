import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { systemActor } from '../../operation/actor.ts'
import { type BatchKey, batch } from '../../operation/address.ts'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedFleet } from '../../testing/seed-fleet.ts'
import { paintBoat, sampleCatalogue } from '../testing/sample-catalogue.ts'
import { mountBatches } from './run-batch.ts'

describe('a batch in the service', () => {
  const fixture = setUpService()
  const { rest } = callers(fixture)
  const tags = async () => (await rest('GET /tags')).body.data.map(({ name }: { name: string }) => name)

  it.each([
    ['POST /batch?dry_run=true', { tags: { create: [{ name: 'A' }, { name: 'B', dry_run: false }] } }],
    ['POST /batch', { dry_run: true, tags: { create: [{ name: 'A' }, { name: 'B' }] } }],
  ])('has a dry run as a whole: %s', async (address, payload) => {
    const { body } = await rest(address, payload)
    const planned = { success: 1, data: { dry_run: true } }
    expect(body).toMatchObject({ tags: { create: [planned, planned] } })
    expect(await tags()).toEqual([])
  })

  it.each(['PUT /tags/batch?dry_run=1', 'PUT /tags/batch?dry_run=true&_locale=user'])(
    'the same for one group: %s',
    async (address) => {
      await rest('POST /tags/add', { name: 'Old' })
      const { body } = await rest(address, { update: [{ id: 1, name: 'New' }], delete: [1] })
      expect(body).toMatchObject({
        update: [{ id: 1, data: { dry_run: true } }],
        delete: [{ id: 1, data: { dry_run: true } }],
      })
      expect(await tags()).toEqual(['Old'])
    },
  )

  it('runs items with their own dry_run dry', async () => {
    await rest('POST /tags/batch?dry_run=false', { create: [{ name: 'A', dry_run: true }, { name: 'B' }] })
    expect(await tags()).toEqual(['B'])
  })

  it.each([
    ['POST /batch?dryrun=true', { tags: { create: [{ name: 'A' }] } }, 'dryrun'],
    ['POST /tags/batch?dry_run=perhaps', { create: [{ name: 'A' }] }, 'dry_run'],
    ['POST /tags/batch?dry_run=true', { dry_run: true, create: [{ name: 'A' }] }, 'dry_run'],
  ])('refuses unknown input before anything runs: %s', async (address, payload, field) => {
    const { status, body } = await rest(address, payload)
    expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
    expect(await tags()).toEqual([])
  })

  it('returns less than it was sent, for any number of wrong items', async () => {
    const item = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index} ${'x'.repeat(90)}`, 1]))
    const payload = { create: Array.from({ length: 100 }, () => item), update: [{ id: 'i'.repeat(100_000) }] }
    const { body } = await rest('POST /tags/batch', payload)
    expect(body.create).toHaveLength(100)
    // The first errors are complete, the others have their code and the beginning of their message.
    expect(Object.keys(body.create[0].error.data.params)).toHaveLength(20)
    expect(body.create[99]).toMatchObject({
      success: 0,
      error: {
        code: 'svc_invalid_input',
        message: expect.stringMatching(/^Invalid input: name is required.*…$/),
        data: { status: 400 },
      },
    })
    expect(body.update[0].id).toMatch(/^i{299}…$/)
    expect(JSON.stringify(body).length).toBeLessThan(JSON.stringify(payload).length / 2)
  })

  it.each([
    ['tags', { name: 'Shop' }],
    ['clients', { name: 'Bakery', client_email: 'owner@bakery.example' }],
    ['sites', { url: 'https://bakery.invalid/', admin: 'admin' }],
  ])('creates the first of several equal %s and refuses the others', async (group, item) => {
    const { body } = await rest(`POST /${group}/batch`, { create: [item, item, item] })
    expect(body.create).toMatchObject([
      { success: 1 },
      { success: 0, error: { data: { status: 409 } } },
      { success: 0, error: { data: { status: 409 } } },
    ])
  })

  it('deletes nothing with confirm false', async () => {
    await rest('POST /tags/add', { name: 'Old' })
    const refused = { delete: [{ id: 1, success: 0, error: { code: 'svc_confirmation_required' } }] }
    expect((await rest('POST /tags/batch', { delete: [{ id: 1, confirm: false }] })).body).toMatchObject(refused)
    expect((await rest('POST /tags/batch?confirm=false', { delete: [1] })).body).toMatchObject(refused)
    expect(await tags()).toEqual(['Old'])
  })

  it('refuses an item with two ids', async () => {
    for (const name of ['A', 'B']) await rest('POST /tags/add', { name })
    const { body } = await rest('POST /tags/batch', { update: [{ id: 1, tag_id: 2, name: 'C' }] })
    expect(body.update).toMatchObject([
      { success: 0, error: { data: { params: { tag_id: expect.stringContaining('is the same field') } } } },
    ])
    expect(await tags()).toEqual(['A', 'B'])
  })

  it('accepts a site as an id or as an object for every action, and returns its id', async () => {
    await seedFleet(fixture.service.db)
    const { body } = await rest('POST /batch', {
      sites: { security: [{ id: 1 }, 1], 'non-svc-changes': [{ id: 1 }, { site_id: 99 }], sync: [{ id: 99 }] },
      updates: { update: [{ site: 99 }, { site_id: 98, type: 'plugins' }, 97] },
    })
    const ids = (elements: { id: unknown; success: number }[]) => elements.map(({ id, success }) => [id, success])
    expect(ids(body.sites.security)).toEqual([
      [1, 1],
      [1, 1],
    ])
    expect(ids(body.sites['non-svc-changes'])).toEqual([
      [1, 1],
      [99, 0],
    ])
    expect(ids(body.sites.sync)).toEqual([[99, 0]])
    expect(ids(body.updates.update)).toEqual([
      [99, 0],
      [98, 0],
      [97, 0],
    ])
  })
})

describe('the order of items', () => {
  /** Runs the items 0, 1, … of a batch and returns for two of them whether the second one waited for the first one. */
  async function runAll(key: BatchKey, items: Record<string, unknown>[]) {
    const events: string[] = []
    const app = fastify()
    app.decorateRequest('actor')
    app.addHook('onRequest', async (request) => {
      request.actor = systemActor()
    })
    const run = async (_operation: unknown, input: unknown) => {
      const { index } = input as { index: number }
      events.push(`begin ${index}`)
      await new Promise(setImmediate)
      events.push(`end ${index}`)
      return { output: {}, dryRun: false }
    }
    mountBatches(app, '', { ...sampleCatalogue, addresses: [key], run }, { global: () => 9, dedicated: 9 })
    const create = items.map((item, index) => ({ ...item, index }))
    await app.inject({ method: 'POST', url: '/boats/batch', payload: { create } })
    expect(events).toHaveLength(2 * items.length)
    return (first: number, second: number) => events.indexOf(`begin ${second}`) > events.indexOf(`end ${first}`)
  }

  it('is kept for new items with the same value in the unique field, in any spelling; others run concurrently', async () => {
    const key = batch('boats.create', paintBoat, null, { uniqueField: 'colour' })
    const waits = await runAll(key, [{ colour: 'red' }, { colour: 'blue' }, { colour: 'RED' }, { color: 'red' }])
    expect([waits(0, 1), waits(0, 2), waits(0, 3), waits(2, 3)]).toEqual([false, true, true, true])
  })

  it.each(['url', 'client_email', 'name', 'title'])(
    'depends on no field that the batch key does not name: %s',
    async (field) => {
      const waits = await runAll(batch('boats.create', paintBoat), [{ [field]: 'same' }, { [field]: 'same' }])
      expect(waits(0, 1)).toBe(false)
    },
  )

  it('is kept for items with the same id', async () => {
    const waits = await runAll(batch('boats.create', paintBoat, 'boat_id'), [{ id: 1 }, { id: 2 }, { boat_id: 1 }])
    expect([waits(0, 1), waits(0, 2)]).toEqual([false, true])
  })

  it('lets other requests run during slow items', async () => {
    let longestRun = 0
    let sinceOthers = 0
    const app = fastify()
    app.decorateRequest('actor')
    app.addHook('onRequest', async (request) => {
      request.actor = systemActor()
    })
    const run = async () => {
      longestRun = Math.max(longestRun, ++sinceOthers)
      const end = performance.now() + 10
      while (performance.now() < end);
      return { output: {}, dryRun: false }
    }
    mountBatches(app, '', { ...sampleCatalogue, run }, { global: () => 100, dedicated: 100 })
    const others = setInterval(() => {
      sinceOthers = 0
    }, 1)
    const items = Array.from({ length: 60 }, (_, index) => index + 1)
    await app.inject({ method: 'POST', url: '/boats/batch', payload: { delete: items } })
    clearInterval(others)
    expect(longestRun).toBeLessThan(30)
  })
})

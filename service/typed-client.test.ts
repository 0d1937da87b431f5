import { describe, expect, expectTypeOf, it } from 'vitest'
import { createClient, FlotillaError } from '../client/flotilla.ts'
import { fetchFromService } from './testing/fetch-from-service.ts'
import { setUpService } from './testing/people.ts'

const fixture = setUpService()

/** The client over the service in this process; `before` can answer in its place. */
const connect = (before?: (attempt: number) => Response | null) => {
  let attempts = 0
  const waits: number[] = []
  const send: typeof fetch = async (...request) => {
    attempts++
    return before?.(attempts) ?? fetchFromService(fixture.service)(...request)
  }
  const { token } = fixture.people.keys.full
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  return { client: createClient({ url: 'https://flotilla.example', key: token, fetch: send, wait }), waits }
}

describe('the typed client', () => {
  it('reads, plans and changes with the types of the operations', async () => {
    const { client } = connect()
    expect((await client.plan('add-tag', { name: 'Shop' })).dry_run).toBe(true)
    const tag = await client.call('add-tag', { name: 'Shop' })
    expectTypeOf(tag.id).toBeNumber()
    expect((await client.call('get-tag', { tag_id: tag.id })).name).toBe('Shop')
    await client.call('delete-tag', { tag_id: tag.id, confirm: true })
    const missing = client.call('get-tag', { tag_id: tag.id })
    await expect(missing).rejects.toMatchObject({ code: 'svc_tag_not_found', status: 404 })
    await expect(missing).rejects.toBeInstanceOf(FlotillaError)
  })

  it('repeats a change whose answer was lost, and it is made once', async () => {
    const { client, waits } = connect((attempt) => {
      if (attempt === 2) return new Response(JSON.stringify(busy), { status: 429, headers: { 'retry-after': '7' } })
      return null
    })
    const key = 'the-same'
    const first = await client.call('add-tag', { name: 'Shop' }, { idempotencyKey: key })
    expect(await client.call('add-tag', { name: 'Shop' }, { idempotencyKey: key })).toEqual(first)
    expect(waits).toEqual([7_000])
    expect(await fixture.service.db.selectFrom('tags').select('name').execute()).toEqual([{ name: 'Shop' }])
  })

  it('gives up after four attempts, and at once when nothing would change', async () => {
    const { client, waits } = connect(() => new Response(JSON.stringify(busy), { status: 429 }))
    await expect(client.call('list-tags', {})).rejects.toMatchObject({ code: 'svc_rate_limited' })
    expect(waits).toHaveLength(3)
    const foreign = connect(() => new Response('<html>', { status: 404 })).client
    await expect(foreign.call('list-tags', {})).rejects.toMatchObject({ code: 'not_flotilla' })
  })
})

const busy = { success: 0, code: 'svc_rate_limited', message: 'Too many.', data: { status: 429 } }

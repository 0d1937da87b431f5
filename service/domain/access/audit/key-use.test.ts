import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type People, seedPeople } from '../../../testing/people.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

let service: TestService
let people: People
beforeAll(async () => {
  service = await startTestService({ recordsKeyUse: true })
})
beforeEach(async () => {
  await service.reset()
  people = await seedPeople(service)
})
afterAll(() => service.close())

const day = 86_400_000
const call = (remoteAddress: string, headers = people.keys.read.headers) =>
  service.request({ url: '/api/v2/tags', headers, remoteAddress })
const lines = async () =>
  (await service.db.selectFrom('audit_lines').selectAll().orderBy('id').execute()).map(
    ({ operation, actor_kind, key_id, address, subject }) => ({
      operation,
      actor_kind,
      key_id,
      address,
      ...JSON.parse(subject),
    }),
  )
const store = () => service.app.storeKeyUse()

describe('the use of API keys', () => {
  it('is one line for each new address, and one sum per day', async () => {
    const key = people.keys.read
    for (let count = 0; count < 5; count++) expect((await call('203.0.113.1')).status).toBe(200)
    await call('203.0.113.2')
    await store()
    const line = { operation: 'use-key-from-new-address', actor_kind: 'key', key_id: key.id }
    expect((await lines()).toSorted((a, b) => (a.address < b.address ? -1 : 1))).toEqual([
      { ...line, address: '203.0.113.1' },
      { ...line, address: '203.0.113.2' },
    ])
    await service.app.deleteOldRows()
    expect(await lines()).toHaveLength(2)
    service.clock.advance(day)
    await service.app.deleteOldRows()
    expect((await lines()).at(-1)).toEqual({
      operation: 'use-key',
      actor_kind: 'key',
      key_id: key.id,
      address: null,
      day: '2026-11-15',
      calls: 6,
      addresses: 2,
      most_calls_from: ['203.0.113.1', '203.0.113.2'],
    })
    await call('203.0.113.1')
    await store()
    await service.app.deleteOldRows()
    expect(await lines()).toHaveLength(3)
  })

  it('from hundreds of addresses does not add hundreds of lines', async () => {
    for (let count = 0; count < 130; count++) await call(`2001:db8::${count.toString(16)}`)
    await store()
    expect((await lines()).length).toBeLessThanOrEqual(101)
    const { calls } = await service.db
      .selectFrom('api_key_calls')
      .select((row) => row.fn.sum<number>('calls').as('calls'))
      .executeTakeFirstOrThrow()
    expect(Number(calls)).toBe(130)
  })
})

describe('refused credentials', () => {
  it('are one line per address and account, without what was typed', async () => {
    const basic = (login: string) => ({
      authorization: `Basic ${Buffer.from(`${login}:my secret`).toString('base64')}`,
    })
    for (let count = 0; count < 4; count++) {
      expect((await call('203.0.113.7', basic('vera'))).status).toBe(401)
      expect((await call('203.0.113.7', { authorization: `Bearer flo_${count}` })).status).toBe(401)
    }
    await call('203.0.113.7', basic('a password typed as login'))
    const { id } = people.viewer
    const found = await service.db
      .selectFrom('audit_lines')
      .select(['operation', 'outcome', 'actor_kind', 'user_id', 'subject'])
      .orderBy('id')
      .execute()
    const line = { operation: 'authenticate', outcome: 'svc_unauthorized', actor_kind: 'nobody' }
    expect(found).toEqual([
      { ...line, user_id: id, subject: '{"login":"vera","scheme":"basic"}' },
      { ...line, user_id: null, subject: '{"login":null,"scheme":"bearer"}' },
      { ...line, user_id: null, subject: '{"login":null,"scheme":"basic"}' },
    ])
  })
})

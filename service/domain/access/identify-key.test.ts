import { describe, expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { queriesOf } from '../../testing/queries-of.ts'

const scene = setUpService()
const hours = 3_600_000

const me = (headers: Record<string, string>, remoteAddress?: string) =>
  scene.service.request({ method: 'GET', url: '/api/v2/access/me', headers, ...(remoteAddress && { remoteAddress }) })

describe('a Bearer key', () => {
  it('acts for its user, with its own scopes and limits', async () => {
    const { administrator, keys } = scene.people
    const answer = await me(keys.limited.headers)
    expect(answer.body.data).toMatchObject({
      kind: 'key',
      key_id: keys.limited.id,
      user: { id: administrator.id },
      scopes: ['read', 'write', 'delete'],
      limits: { site_ids: [1], tag_ids: [2] },
      csrf_token: null,
    })
  })

  it('is refused with one answer when it is unknown, expired or inactive, or its user is disabled', async () => {
    const { service, people } = scene
    await service.db.updateTable('users').set({ disabled: true }).where('id', '=', people.viewer.id).execute()
    const answers = [
      await me({ authorization: `Bearer flo_${'x'.repeat(43)}` }),
      await me(people.keys.expired.headers),
      await me(people.keys.inactive.headers),
      await me(people.viewer.headers),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(401)
      expect(text).toBe(answers[0]!.text)
    }
  })

  it('stops at the moment it expires, even when it was used a second before', async () => {
    const { headers } = scene.people.keys.expiring
    scene.service.clock.advance(hours - 1000)
    expect((await me(headers)).status).toBe(200)
    scene.service.clock.advance(1000)
    expect((await me(headers)).status).toBe(401)
  })

  it('asks the database nothing when it was seen within the last minute', async () => {
    const { service, people } = scene
    // An address that does not exist: credentials come first, and nothing else is asked for.
    const nowhere = async () => {
      const answer = await service.request({ method: 'GET', url: '/api/v2/nothing', headers: people.keys.read.headers })
      expect(answer.status).toBe(404)
    }
    expect(await queriesOf(nowhere)).not.toEqual([])
    expect(await queriesOf(nowhere)).toEqual([])
    service.clock.advance(59_000)
    expect(await queriesOf(nowhere)).toEqual([])
    service.clock.advance(1_000)
    expect(await queriesOf(nowhere)).not.toEqual([])
  })

  it('remembers when it was last used', async () => {
    const { service, people } = scene
    const { id, headers } = people.keys.read
    const lastUsed = async () =>
      (await service.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow())
        .last_used_at
    const first = service.clock.now()
    await me(headers)
    await expect.poll(lastUsed).toEqual(first)
    service.clock.advance(61_000)
    await me(headers)
    await expect.poll(lastUsed).toEqual(service.clock.now())
  })

  it('is not held up by failures from its address, which are limited themselves', async () => {
    const wrong = (index: number) => me({ authorization: `Bearer ${'w'.repeat(40)}${index}` }, '203.0.113.1')
    for (let index = 0; index < 100; index++) expect((await wrong(index)).status).toBe(401)
    const refused = await wrong(100)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect((await me(scene.people.keys.read.headers, '203.0.113.1')).status).toBe(200)
    scene.service.clock.advance(60_000)
    expect((await wrong(101)).status).toBe(401)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyScopes, type Scope, type Tier, tiers } from '../../../operation/actor.ts'
import { setUpService } from '../../../testing/people.ts'
import { createKey } from './create-key.ts'
import { isWithinRights, type KeyRights } from './key-rights.ts'

const fixture = setUpService()
const start = Date.parse('2026-11-15T10:00:00Z')
const hour = 3_600_000

const ids = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1 }), { freq: 1 })
const tier = fc.constantFrom<Tier>('automatic', 'automatic', 'automatic', 'ask', 'never')
const rights: fc.Arbitrary<KeyRights> = fc.record({
  scopes: fc.subarray([...keyScopes], { minLength: 1 }),
  site_ids: ids,
  tag_ids: ids,
  client_ids: ids,
  change_tier: tier,
  destroy_tier: tier,
  expires_at: fc.option(
    fc.integer({ min: 1, max: 3 }).map((hours) => new Date(start + hours * hour)),
    { freq: 2 },
  ),
})

/** Every right of a key, one by one: scope × site, tag or client × hour. Independent of the code under test. */
function listRights({
  scopes,
  site_ids,
  tag_ids,
  client_ids,
  change_tier,
  destroy_tier,
  expires_at,
}: KeyRights): Set<string> {
  const limitsByKind: Record<string, readonly number[] | null> = { site: site_ids, tag: tag_ids, client: client_ids }
  const limited = Object.values(limitsByKind).some((limit) => limit !== null)
  const named = Object.keys(limitsByKind).flatMap((kind) => [1, 2, 3].map((id) => ({ kind, id })))
  const targets = [...named, { kind: 'elsewhere', id: 0 }]
    .filter(({ kind, id }) => !limited || limitsByKind[kind]?.includes(id))
    .map(({ kind, id }) => `${kind} ${id}`)
  const hours = [0, 1, 2, 3].filter((hours) => !expires_at || expires_at.getTime() > start + hours * hour)
  const granted = scopes.flatMap((scope) =>
    scope === 'metrics' ? (limited ? [] : ['metrics']) : targets.map((target) => `${scope} ${target}`),
  )
  const from = (tier: Tier) => tiers.slice(tiers.indexOf(tier))
  granted.push(...from(change_tier).map((each) => `change ${each}`))
  granted.push(...from(destroy_tier).map((each) => `destroy ${each}`))
  if (!limited && scopes.includes('read')) granted.push('metrics')
  return new Set(granted.flatMap((right) => hours.map((hour) => `${right} ${hour}`)))
}

describe('isWithinRights', () => {
  it('accepts only subsets of the rights, for random pairs', () => {
    fc.assert(
      fc.property(rights, rights, (creator, created) => {
        if (isWithinRights(created, creator)) expect(listRights(created).isSubsetOf(listRights(creator))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('accepts every subset of the rights', () => {
    const plain = (value: KeyRights) => ({ ...value, scopes: value.scopes.filter((scope) => scope !== 'metrics') })
    fc.assert(
      fc.property(rights.map(plain), rights.map(plain), (creator, created) => {
        fc.pre(created.scopes.length > 0)
        if (listRights(created).isSubsetOf(listRights(creator))) expect(isWithinRights(created, creator)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a key that creates and changes keys', () => {
  /** A key of the administrator that makes the calls below. */
  async function createCreator(given: KeyRights) {
    const { service, people } = fixture
    const { scopes, site_ids, tag_ids, change_tier, destroy_tier, expires_at } = given
    const made = await createKey(
      service.db,
      service.app.context.access.hashingKey,
      {
        userId: people.administrator.id,
        description: 'creator',
        scopes: [...scopes],
        siteIds: site_ids && [...site_ids],
        tagIds: tag_ids && [...tag_ids],
        changeTier: change_tier,
        destroyTier: destroy_tier,
        expiresAt: expires_at,
      },
      service.clock.now(),
    )
    return { id: made.key.id, headers: { authorization: `Bearer ${made.token}` } }
  }

  const send = (method: 'POST' | 'PUT', path: string, payload: object, headers: Record<string, string>) =>
    fixture.service.request({ method, url: `/api/v2${path}`, headers, payload })

  const stored = async () => {
    const rows = await fixture.service.db.selectFrom('api_keys').selectAll().orderBy('id').execute()
    const numbers = (list: unknown[] | null) => list?.map(Number) ?? null
    return rows.map((row) => ({ ...row, site_ids: numbers(row.site_ids), tag_ids: numbers(row.tag_ids) }))
  }

  const payloadOf = ({ expires_at, ...rest }: Partial<KeyRights>) => ({
    ...rest,
    ...(expires_at !== undefined && { expires_at: expires_at?.toISOString() ?? null }),
  })

  it('never gains scopes, sites or time, for random rights', async () => {
    const before = new Map((await stored()).map((row) => [row.id, row]))
    await fc.assert(
      fc.asyncProperty(rights, rights, rights, async (creatorRights, added, changed) => {
        await fixture.service.db
          .deleteFrom('api_keys')
          .where('id', 'not in', [...before.keys()])
          .execute()
        const { id, headers } = await createCreator(creatorRights)
        const answer = await send('POST', '/rest-api/add-key', payloadOf(added), headers)
        const target = answer.status === 200 ? answer.body.data.id : id
        for (const which of [target, id]) {
          await send('PUT', `/rest-api/edit-key/${which}`, payloadOf(changed), headers)
        }
        const allowed = listRights(creatorRights)
        for (const row of await stored()) {
          if (before.has(row.id)) expect(row).toEqual(before.get(row.id))
          else expect(listRights(row as KeyRights).isSubsetOf(allowed)).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('cannot remove or move its end date or create keys that expire later', async () => {
    const { expiring } = fixture.people.keys
    const end = new Date(fixture.service.clock.now().getTime() + hour).toISOString().replace('.000', '')
    const edit = (expires_at: string | null) =>
      send('PUT', `/rest-api/edit-key/${expiring.id}`, { expires_at }, expiring.headers)
    expect((await edit(null)).status).toBe(403)
    expect((await edit('2030-01-01T00:00:00Z')).status).toBe(403)
    expect((await edit(end)).status).toBe(200)
    const add = (payload: object) => send('POST', '/rest-api/add-key', payload, expiring.headers)
    expect((await add({ expires_at: null })).status).toBe(403)
    expect((await add({ expires_at: '2030-01-01T00:00:00Z', dry_run: true })).status).toBe(403)
    const inherited = await add({ description: 'successor' })
    expect(inherited.body.data).toMatchObject({ expires_at: end, made_by_key_id: expiring.id })
  })

  it('with an end date cannot add users or set passwords', async () => {
    const { keys, viewer } = fixture.people
    const add = (headers: Record<string, string>) =>
      send('POST', '/access/users/add', { login: 'grace', password: 'a long pass phrase' }, headers)
    const change = (headers: Record<string, string>) =>
      send('PUT', `/access/users/${viewer.id}/edit`, { password: 'a long pass phrase' }, headers)
    for (const attempt of [add, change]) {
      expect((await attempt(keys.expiring.headers)).status).toBe(403)
      expect((await attempt(keys.full.headers)).status).toBe(200)
    }
  })

  it('stops the keys it created when it is deleted, switched off or narrowed', async () => {
    const { administrator, viewer, keys } = fixture.people
    const status = async (token: string) =>
      (await fixture.service.request({ url: '/api/v2/access/me', headers: { authorization: `Bearer ${token}` } }))
        .status
    const make = async (headers: Record<string, string>, scopes: Scope[] = ['read', 'write', 'delete']) =>
      (await send('POST', '/rest-api/add-key', { scopes, user_id: viewer.id }, headers)).body
    const first = await make(keys.full.headers)
    const readOnly = await make(keys.full.headers, ['read'])
    expect([await status(first.token), await status(readOnly.token)]).toEqual([200, 200])
    const edit = (payload: object) => send('PUT', `/rest-api/edit-key/${keys.full.id}`, payload, administrator.headers)
    const plan = await edit({ scopes: ['read'], dry_run: true })
    expect(plan.body.data.would_affect.map(({ id }: { id: number }) => id)).toEqual([keys.full.id, first.data.id])
    await edit({ scopes: ['read'] })
    expect([await status(first.token), await status(readOnly.token)]).toEqual([401, 200])
    await edit({ active: false })
    expect(await status(readOnly.token)).toBe(401)
    await edit({ active: true, scopes: ['read', 'write'] })
    const grandchild = await make({ authorization: `Bearer ${await administratorKeyMadeBy(keys.full.headers)}` }, [
      'read',
    ])
    expect(await status(grandchild.token)).toBe(200)
    const url = `/api/v2/rest-api/delete-key/${keys.full.id}`
    await fixture.service.request({ method: 'DELETE', url, headers: administrator.headers })
    expect(await status(grandchild.token)).toBe(401)
    expect((await stored()).filter(({ made_by_key_id }) => made_by_key_id !== null)).toEqual([])
  })

  const administratorKeyMadeBy = async (headers: Record<string, string>): Promise<string> =>
    (await send('POST', '/rest-api/add-key', { scopes: ['read', 'write'] }, headers)).body.token
})

describe('a key that revokes credentials', () => {
  const end = (path: string, headers: Record<string, string>, query = '') =>
    fixture.service.request({ method: 'DELETE', url: `/api/v2${path}${query}`, headers })
  const works = async ({ headers }: { headers: Record<string, string> }) =>
    (await fixture.service.request({ url: '/api/v2/access/me', headers })).status !== 401

  it('cannot delete a key with more rights or a later end, but can delete itself', async () => {
    const { keys } = fixture.people
    const attempts = [
      [keys.delete, keys.full],
      [keys.delete, keys.read],
      [keys.expiring, keys.full],
      [keys.delete, keys.inactive],
    ] as const
    for (const [caller, target] of attempts) {
      for (const query of ['?dry_run=true', '']) {
        const answer = await end(`/rest-api/delete-key/${target.id}`, caller.headers, query)
        expect([answer.status, answer.body.code]).toEqual([403, 'svc_permission_denied'])
      }
    }
    expect(await Promise.all([keys.full, keys.read].map(works))).toEqual([true, true])
    expect((await end(`/rest-api/delete-key/${keys.delete.id}`, keys.delete.headers)).status).toBe(200)
    expect((await end(`/rest-api/delete-key/${keys.expiring.id}`, keys.full.headers)).status).toBe(200)
    expect(await Promise.all([keys.delete, keys.expiring].map(works))).toEqual([false, false])
  })

  it('needs all rights to revoke credentials of a user', async () => {
    const { keys, viewer } = fixture.people
    const password = await fixture.service.db
      .insertInto('application_passwords')
      .values({ user_id: viewer.id, name: 'program', hash: 'x', created_at: fixture.service.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const paths = [
      `/access/users/${viewer.id}/application-passwords/${password.id}`,
      `/access/users/${viewer.id}/sessions`,
      `/access/users/${viewer.id}/remove`,
    ]
    for (const path of paths) {
      for (const { headers } of [keys.delete, keys.expiring]) {
        for (const query of ['?dry_run=true', '']) expect((await end(path, headers, query)).status, path).toBe(403)
      }
      expect((await end(path, keys.full.headers)).status, path).toBe(200)
    }
  })
})

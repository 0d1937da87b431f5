import { describe, expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { findOAuthKeyId } from '../oauth/oauth-key-store.ts'

const fixture = setUpService()
const send = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = fixture.people.administrator.headers,
) => fixture.service.request({ method, url: `/api/v2${url}`, headers, ...(payload && { payload }) })
const addUser = async (login: string, role: string): Promise<number> =>
  (await send('POST', '/access/users/add', { login, role })).body.data.user.id
const addKey = async (user_id: number) => {
  const { body } = await send('POST', '/rest-api/add-key', { user_id, scopes: ['read', 'write'] })
  return { id: body.data.id as number, headers: { authorization: `Bearer ${body.token}` } }
}
const ownerOf = async (id: number) =>
  fixture.service.db.selectFrom('api_keys').select(['user_id', 'active']).where('id', '=', id).executeTakeFirst()

describe('transfer-user', () => {
  it('moves the keys to a user with the same rights, and they go on working', async () => {
    const { manager } = fixture.people
    const to = await addUser('max', 'manager')
    const key = await addKey(manager.id)
    const { body: plan } = await send('POST', `/access/users/${manager.id}/transfer`, {
      transfer_to: to,
      dry_run: true,
    })
    expect(plan.data).toMatchObject({
      count: 2,
      would_affect: [
        { kind: 'api_keys', count: 2 },
        { kind: 'keys_for_others', count: 0 },
        { kind: 'invitations', count: 0 },
        { kind: 'notification_channels', count: 0 },
      ],
    })
    expect(await ownerOf(key.id)).toEqual({ user_id: manager.id, active: true })
    const { body } = await send('POST', `/access/users/${manager.id}/transfer`, { transfer_to: to })
    expect(body.data).toMatchObject({ moved: { api_keys: 2 }, switched_off: 0 })
    expect(await ownerOf(key.id)).toEqual({ user_id: to, active: true })
    const me = await send('GET', '/access/me', undefined, key.headers)
    expect(me.body.data.user.login).toBe('max')
  })

  it('leaves the keys of OAuth programs with their person: one program must not get the key of another person', async () => {
    const { manager } = fixture.people
    const to = await addUser('max', 'manager')
    const [theirs, own] = [await addKey(manager.id), await addKey(to)]
    const program = { issuer: 'https://id.example', clientId: 'the same program' }
    await fixture.service.db
      .insertInto('oauth_keys')
      .values([theirs, own].map(({ id }) => ({ key_id: id, issuer: program.issuer, client_id: program.clientId })))
      .execute()
    // The administrator has switched off the program for max.
    await fixture.service.db.updateTable('api_keys').set({ active: false }).where('id', '=', own.id).execute()
    const { body } = await send('POST', `/access/users/${manager.id}/transfer`, { transfer_to: to })
    expect(body.data.moved.api_keys).toBe(1)
    expect(await ownerOf(theirs.id)).toEqual({ user_id: manager.id, active: true })
    expect(await findOAuthKeyId(fixture.service.db, { ...program, userId: to })).toBe(own.id)
    // Moved by 0.2.0: switched off stays switched off.
    await fixture.service.db.updateTable('api_keys').set({ user_id: to }).where('id', '=', theirs.id).execute()
    expect(await findOAuthKeyId(fixture.service.db, { ...program, userId: to })).toBe(own.id)
  })

  it('switches off keys that would get more rights from the new owner', async () => {
    const { administrator, viewer, manager } = fixture.people
    const key = await addKey(viewer.id)
    const { body } = await send('POST', `/access/users/${viewer.id}/transfer`, { transfer_to: administrator.id })
    expect(body.data.switched_off).toBe(2)
    expect(await ownerOf(key.id)).toEqual({ user_id: administrator.id, active: false })
    expect((await send('GET', '/access/me', undefined, key.headers)).status).toBe(401)
    await seedFleet(fixture.service.db)
    const limited = await addUser('lee', 'manager')
    await send('POST', `/access/users/${limited}/edit`, { client_ids: [1] })
    const other = await addKey(limited)
    await send('POST', `/access/users/${limited}/transfer`, { transfer_to: manager.id })
    expect(await ownerOf(other.id)).toEqual({ user_id: manager.id, active: false })
  })

  it('moves notification channels, and switches those off that would send more', async () => {
    const { administrator, manager } = fixture.people
    const other = await addUser('max', 'administrator')
    const insert = (owner_user_id: number) =>
      fixture.service.db
        .insertInto('notification_channels')
        .values({
          ...{
            name: 'Chat',
            service: 'slack',
            target: 'sealed',
            shown: 'chat.example',
            owner_kind: 'user',
            owner_user_id,
          },
          ...{ owner_key_id: null, muted_until: null, last_sent_at: null, last_error: null, last_error_at: null },
          created_at: fixture.service.clock.now(),
        })
        .execute()
    await insert(other)
    await insert(manager.id)
    for (const id of [other, manager.id])
      await send('POST', `/access/users/${id}/transfer`, { transfer_to: administrator.id })
    const rows = await fixture.service.db
      .selectFrom('notification_channels')
      .select(['owner_user_id', 'active'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { owner_user_id: administrator.id, active: true },
      { owner_user_id: administrator.id, active: false },
    ])
  })

  it('refuses the same user, a disabled one and an unknown one', async () => {
    const { viewer, manager } = fixture.people
    const transfer = async (transfer_to: number) =>
      (await send('POST', `/access/users/${viewer.id}/transfer`, { transfer_to })).body.code
    await send('POST', `/access/users/${manager.id}/edit`, { disabled: true })
    expect([await transfer(viewer.id), await transfer(manager.id), await transfer(999)]).toEqual([
      'svc_cannot_transfer',
      'svc_cannot_transfer',
      'svc_user_not_found',
    ])
  })

  it('is refused to managers', async () => {
    const { viewer, manager } = fixture.people
    const payload = { transfer_to: manager.id }
    expect((await send('POST', `/access/users/${viewer.id}/transfer`, payload, manager.headers)).status).toBe(403)
  })
})

describe('transfer_to', () => {
  it('hands over when a user is deleted; without it the keys are deleted', async () => {
    const { manager, viewer } = fixture.people
    const to = await addUser('max', 'manager')
    const key = await addKey(manager.id)
    const { body } = await send('DELETE', `/access/users/${manager.id}/remove`, { transfer_to: to, dry_run: true })
    expect(body.data.owned).toEqual({ api_keys: 2, keys_for_others: 0, invitations: 0, notification_channels: 0 })
    expect((await send('DELETE', `/access/users/${manager.id}/remove`, { transfer_to: to })).status).toBe(200)
    expect(await ownerOf(key.id)).toEqual({ user_id: to, active: true })
    const other = await addKey(viewer.id)
    await send('DELETE', `/access/users/${viewer.id}/remove`)
    expect(await ownerOf(other.id)).toBeUndefined()
  })

  it('hands over when a user is disabled, and only then', async () => {
    const { manager } = fixture.people
    const to = await addUser('max', 'manager')
    const key = await addKey(manager.id)
    const edit = (payload: object) => send('POST', `/access/users/${manager.id}/edit`, { transfer_to: to, ...payload })
    expect((await edit({ name: 'x' })).body.code).toBe('svc_invalid_input')
    expect((await edit({ disabled: true })).status).toBe(200)
    expect(await ownerOf(key.id)).toEqual({ user_id: to, active: true })
    expect((await send('GET', '/access/me', undefined, key.headers)).body.data.user.login).toBe('max')
  })
})

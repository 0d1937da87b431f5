import { describe, expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { requireSite, withChild } from '../index.ts'
import { connectContextOf } from '../testing/connect-context-of.ts'

const fixture = setUpServiceWithSites()
const hour = 3_600_000
const rowOf = (id: number) =>
  fixture.service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A signed call, as other features make it. */
async function call(id: number): Promise<string> {
  const context = connectContextOf(fixture.service)
  const site = await requireSite(context, id)
  return withChild(context, site, async (child) => {
    await context.connector.ping(child)
    return 'answered'
  })
}

it('runs work on a connected site, suspended or not', async () => {
  const { id } = await fixture.connected()
  expect(await call(id)).toBe('answered')
  await fixture.ability('suspend-site', { site_id_or_domain: id })
  expect(await call(id)).toBe('answered')
})

it('refuses a disconnected site and sends nothing', async () => {
  const { child, id } = await fixture.connected()
  await fixture.ability('disconnect-site', { site_id_or_domain: id })
  const calls = { ...child.counts }
  await expect(call(id)).rejects.toMatchObject({ code: 'svc_site_disconnected', kind: 'conflict' })
  expect(child.counts).toEqual(calls)
})

it('stores the cookies of the site, sealed, so that the next call needs no new session', async () => {
  const { child, id } = await fixture.connected()
  const context = connectContextOf(fixture.service)
  const sync = async () => {
    await withChild(context, await requireSite(context, id), (site) => context.connector.readSite(site, { parts: [] }))
    return child.sessions.count
  }
  const sessions = await sync()
  expect(await sync()).toBe(sessions)
  const { cookies } = await rowOf(id)
  expect(cookies).not.toBeNull()
  expect(cookies).not.toContain('wordpress')
})

describe('when the site refuses our key', () => {
  it('reconnects once with the token, then retries', async () => {
    const { child, id } = await fixture.connected()
    const before = await rowOf(id)
    child.disconnect()
    expect(await call(id)).toBe('answered')
    const after = await rowOf(id)
    expect(after.private_key).not.toBe(before.private_key)
    expect([after.status, child.counts.register]).toEqual(['connected', 2])
  })

  it('disconnects it with the reason when the token is refused too, at three times over a day', async () => {
    const { child, id } = await fixture.connected()
    child.connect({ publicKey: 'another', server: 'https://another.example/' })
    for (const hours of [0, 12, 12]) {
      fixture.service.clock.advance(hours * hour)
      expect((await rowOf(id)).status).toBe('connected')
      await expect(call(id)).rejects.toMatchObject({ code: 'svc_registration_refused' })
    }
    expect(await rowOf(id)).toMatchObject({
      status: 'disconnected',
      disconnected_code: 'svc_registration_refused',
      disconnected_reason: expect.stringMatching(/disconnect/i),
    })
    await expect(call(id)).rejects.toMatchObject({ code: 'svc_site_disconnected' })
  })

  it('shows the first refusal in the condition of the site', async () => {
    const { child, id } = await fixture.connected()
    child.connect({ publicKey: 'another', server: 'https://another.example/' })
    await expect(call(id)).rejects.toMatchObject({ code: 'svc_registration_refused' })
    expect((await fixture.rest(`GET /sites/${id}`)).body.data).toMatchObject({
      status: 'connected',
      condition: { state: 'degraded', cause: 'sync_failed' },
    })
  })

  it('forgets refusals when the site accepts the key again', async () => {
    const { child, id } = await fixture.connected()
    const { connection } = child
    child.connect({ publicKey: 'another', server: 'https://another.example/' })
    await expect(call(id)).rejects.toMatchObject({ code: 'svc_registration_refused' })
    child.connection = connection
    expect(await call(id)).toBe('answered')
    expect(await rowOf(id)).toMatchObject({ key_refused_since: null, key_refusals: 0 })
  })

  it('registers no new key where it is not known which site answers', async () => {
    const { child, id } = await fixture.connected()
    child.disconnect()
    child.passwordless.add(child.admin.login)
    child.showsRest = false
    await expect(call(id)).rejects.toMatchObject({ code: 'svc_key_refused' })
    expect([(await rowOf(id)).status, child.counts.register]).toEqual(['connected', 1])
  })

  it('says that the site no longer knows the key, not that a password is missing', async () => {
    const { child, id } = await fixture.connected()
    child.disconnect()
    await fixture.service.db.updateTable('sites').set({ regverify: null }).execute()
    await expect(call(id)).rejects.toMatchObject({
      code: 'svc_registration_refused',
      message: expect.stringContaining('no longer knows the key of Flotilla'),
    })
  })

  it('reconnects once for several concurrent calls', async () => {
    const { child, id } = await fixture.connected()
    child.disconnect()
    const calls = Array.from({ length: 5 }, () => call(id))
    await fixture.passTime(calls)
    expect(await Promise.all(calls)).toEqual(Array(5).fill('answered'))
    expect(child.counts.register).toBe(2)
  })
})

it('keeps a site connected that only cannot be reached', async () => {
  const { child, id } = await fixture.connected()
  child.setFault('refuse', { on: '*' })
  await expect(call(id)).rejects.toMatchObject({ code: 'svc_connection_failed' })
  expect((await rowOf(id)).status).toBe('connected')
})

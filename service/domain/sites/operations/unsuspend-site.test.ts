import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const unsuspend = (site_id_or_domain: number | string, more: object = {}, headers?: Record<string, string>) =>
  ability('unsuspend-site', { site_id_or_domain, ...more }, headers)

it('unsuspends a site: connected, or disconnected with its reason if it was', async () => {
  const because = { disconnected_code: 'svc_site_offline', disconnected_reason: 'It was off.' }
  await seedSites(fixture.service.db, 3, (number) => ({
    suspended_by: number === 1 ? 'client' : 'hand',
    ...(number === 2 && { connection: 'disconnected' as const, ...because }),
    ...(number === 3 && { connection: 'never' as const, private_key: null, ...because }),
  }))
  expect((await unsuspend(1)).body).toMatchObject({ unsuspended: true, site_id: 1, status: 'connected' })
  expect((await unsuspend(2)).body).toMatchObject({ unsuspended: true, status: 'disconnected' })
  expect((await unsuspend(3)).body).toMatchObject({ unsuspended: true, status: 'disconnected' })
  const connection = async (id: number) => (await ability('get-site', { site_id_or_domain: id })).body.connection
  expect(await connection(1)).toEqual({ ok: true, code: null, message: null })
  expect(await connection(2)).toEqual({ ok: false, code: 'svc_site_offline', message: 'It was off.' })
  expect(await connection(3)).toEqual({ ok: false, code: 'svc_site_offline', message: 'It was off.' })
})

describe('a site that is suspended and disconnected', () => {
  const run = async (name: 'suspend' | 'unsuspend' | 'disconnect') =>
    (await ability(`${name}-site`, { site_id_or_domain: 1 })).body.status
  const isListedAs = async (status: string) => (await ability('list-sites', { status })).body.total === 1

  it('has the status of the last change, and stays disconnected when it is unsuspended', async () => {
    await seedSites(fixture.service.db, 1, {})
    expect([await run('suspend'), await run('disconnect')]).toEqual(['suspended', 'disconnected'])
    expect([await isListedAs('disconnected'), await isListedAs('suspended')]).toEqual([true, false])
    expect(await run('suspend')).toBe('suspended')
    expect([await isListedAs('disconnected'), await isListedAs('suspended')]).toEqual([false, true])
    expect([await run('disconnect'), await run('unsuspend')]).toEqual(['disconnected', 'disconnected'])
  })

  it('stays suspended underneath: it is left out of schedules until it is unsuspended', async () => {
    await seedSites(fixture.service.db, 1, {})
    await run('suspend')
    await run('disconnect')
    expect((await ability('get-site', { site_id_or_domain: 1 })).body.suspended_by).toBe('hand')
    await run('unsuspend')
    expect((await ability('get-site', { site_id_or_domain: 1 })).body.suspended_by).toBe('none')
  })

  it('is disconnected even if it was never connected', async () => {
    await seedSites(fixture.service.db, 1, { connection: 'never', private_key: null })
    expect([await run('suspend'), await run('disconnect'), await run('unsuspend')]).toEqual([
      'suspended',
      'disconnected',
      'disconnected',
    ])
  })
})

it('does not change a site that is not suspended', async () => {
  await seedSites(fixture.service.db, 1, { connection: 'disconnected' })
  expect((await unsuspend(1)).body).toMatchObject({ unsuspended: true, status: 'disconnected' })
  expect((await unsuspend(1, { dry_run: true })).body.count).toBe(0)
})

it('returns 404 for unknown sites and for sites beyond the limits of a key', async () => {
  await seedSites(fixture.service.db, 2, { suspended_by: 'hand' })
  expect((await unsuspend(99)).body.code).toBe('svc_site_not_found')
  expect((await unsuspend(2, {}, fixture.people.keys.limited.headers)).status).toBe(404)
})

it('responds over REST and in batches', async () => {
  await seedSites(fixture.service.db, 2, { suspended_by: 'hand' })
  const { body } = await rest('PATCH /sites/1/unsuspend')
  expect(body).toMatchObject({ success: 1, message: 'Site unsuspended.', data: { status: 'connected' } })
  expect((await rest('POST /sites/batch', { unsuspend: [2] })).body.unsuspend).toMatchObject([{ id: 2, success: 1 }])
})

import { expect, it } from 'vitest'
import { startFleet } from '../../../../simulator/index.ts'
import { LeaseLostError } from '../../../platform/leases.ts'
import { createLog } from '../../../platform/log.ts'
import { seedConnectedFleet } from '../../../testing/connected-fleet.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { connectContextOf } from '../testing/connect-context-of.ts'
import { withKey } from './child-site.ts'
import { createSiteLocks } from './site-lease.ts'
import { takeLease } from './site-lease-store.ts'

const fixture = setUpServiceWithSites()
const locks = () => {
  const { db, clock } = fixture.service
  return createSiteLocks({ db, clock, log: createLog('silent') })
}
const leases = () => fixture.service.db.selectFrom('site_leases').selectAll().execute()

it('runs work on one site one after the other, and on another site at the same time', async () => {
  await seedSites(fixture.service.db, 2)
  const order: string[] = []
  const { promise: first, resolve: endFirst } = Promise.withResolvers<void>()
  const one = locks().hold(1, () => first.then(() => void order.push('first')))
  await expect.poll(leases).toHaveLength(1)
  await locks().hold(2, async () => void order.push('elsewhere'))
  const two = locks().hold(1, async () => void order.push('second'))
  endFirst()
  await fixture.passTime([one, two])
  expect(order).toEqual(['elsewhere', 'first', 'second'])
  expect(await leases()).toEqual([])
})

it('does not block nested work on the same site', async () => {
  await seedSites(fixture.service.db, 1)
  const locked = locks()
  expect(await locked.hold(1, () => locked.hold(1, async () => 'done'))).toBe('done')
})

it('fails with svc_site_busy after the maximum wait', async () => {
  await seedSites(fixture.service.db, 1)
  await takeLease(fixture.service.db, { siteId: 1, holder: 'another', purpose: 'an update', seconds: 600 })
  const blocked = locks().hold(1, async () => 'done')
  await fixture.passTime([blocked])
  await expect(blocked).rejects.toMatchObject({
    code: 'svc_site_busy',
    kind: 'conflict',
    message: expect.stringContaining('an update'),
  })
})

it('returns 404 for a site deleted while it waited', async () => {
  await expect(locks().hold(99, async () => 'done')).rejects.toMatchObject({ code: 'svc_site_not_found' })
})

it('takes over an expired lease', async () => {
  await seedSites(fixture.service.db, 1)
  await takeLease(fixture.service.db, { siteId: 1, holder: 'a dead worker', purpose: 'an update', seconds: -1 })
  expect(await locks().hold(1, async () => 'done')).toBe('done')
})

it('renews the lease during work, and releases it when the work fails', async () => {
  await seedSites(fixture.service.db, 1)
  const { promise: end, reject: fail } = Promise.withResolvers<void>()
  const work = locks().hold(1, () => end)
  await expect.poll(leases).toHaveLength(1)
  const [before] = await leases()
  fixture.service.clock.advance(10_000)
  await expect.poll(async () => (await leases())[0]!.held_until.getTime()).toBeGreaterThan(before!.held_until.getTime())
  fail(new Error('broken'))
  await expect(work).rejects.toThrow('broken')
  expect(await leases()).toEqual([])
})

it('aborts the call to the site when the lock is lost to another process', async () => {
  const fleet = await startFleet({ sites: 1, baseAddress: '127.81.7.1' })
  try {
    await seedConnectedFleet(fixture.service, fleet)
    const platform = connectContextOf(fixture.service)
    const site = await platform.db.selectFrom('sites').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
    fleet.sites[0]!.setFault('never-answer', { on: 'stats' })
    const work = platform.siteLocks.hold(1, () =>
      withKey(platform, site, 'private_key', (child) => platform.connector.readSite(child, { parts: [] })),
    )
    const failed = expect(work).rejects.toThrow(LeaseLostError)
    await expect.poll(() => fleet.traffic.now).toBe(1)
    await fixture.service.db.pool.query(`update site_leases set holder = 'another process'`)
    fixture.service.clock.advance(10_000)
    await failed
  } finally {
    await fleet.close()
  }
})

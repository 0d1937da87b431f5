import { expect, it } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../testing/set-up-service-with-sites.ts'
import { alone } from './site-lease.ts'
import { takeLease } from './site-lease-store.ts'

const scene = setUpServiceWithSites()
const context = () => ({ db: scene.service.db, clock: scene.service.clock, log: createLog('silent') })
const leases = () => scene.service.db.selectFrom('site_leases').selectAll().execute()

it('lets one work on a site after the other, and on another site at the same time', async () => {
  await seedSites(scene.service.db, 2)
  const order: string[] = []
  const { promise: first, resolve: endFirst } = Promise.withResolvers<void>()
  const one = alone(context(), 1, () => first.then(() => void order.push('first')))
  await expect.poll(leases).toHaveLength(1)
  await alone(context(), 2, async () => void order.push('elsewhere'))
  const two = alone(context(), 1, async () => void order.push('second'))
  endFirst()
  await scene.passTime([one, two])
  expect(order).toEqual(['elsewhere', 'first', 'second'])
  expect(await leases()).toEqual([])
})

it('does not make work inside work on the same site wait for itself', async () => {
  await seedSites(scene.service.db, 1)
  expect(await alone(context(), 1, () => alone(context(), 1, async () => 'done'))).toBe('done')
})

it('gives up after its patience, and says that the site is busy', async () => {
  await seedSites(scene.service.db, 1)
  await takeLease(scene.service.db, { siteId: 1, holder: 'somebody', purpose: 'an update', seconds: 600 })
  const waiting = alone(context(), 1, async () => 'done')
  await scene.passTime([waiting])
  await expect(waiting).rejects.toMatchObject({
    code: 'svc_site_busy',
    kind: 'conflict',
    message: expect.stringContaining('an update'),
  })
})

it('knows a site that was deleted before its turn came as missing', async () => {
  await expect(alone(context(), 99, async () => 'done')).rejects.toMatchObject({ code: 'svc_site_not_found' })
})

it('overcomes a holder that died', async () => {
  await seedSites(scene.service.db, 1)
  await takeLease(scene.service.db, { siteId: 1, holder: 'a dead worker', purpose: 'an update', seconds: -1 })
  expect(await alone(context(), 1, async () => 'done')).toBe('done')
})

it('renews while the work goes on, and lets go when it fails', async () => {
  await seedSites(scene.service.db, 1)
  const { promise: end, reject: fail } = Promise.withResolvers<void>()
  const work = alone(context(), 1, () => end)
  await expect.poll(leases).toHaveLength(1)
  const [before] = await leases()
  scene.service.clock.advance(10_000)
  await expect.poll(async () => (await leases())[0]!.held_until.getTime()).toBeGreaterThan(before!.held_until.getTime())
  fail(new Error('broken'))
  await expect(work).rejects.toThrow('broken')
  expect(await leases()).toEqual([])
})

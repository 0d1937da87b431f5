import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { rdapScene, registration } from '../testing/rdap-scene.ts'

const scene = rdapScene()
const day = 86_400_000
const run = async () => (await scene.service.app.run('check-due-domains', {})).output as { queued: number }
const targets = () => scene.service.db.selectFrom('job_targets').select(['site_id', 'label']).orderBy('label').execute()
/** Number of days, out of the next `count`, on which the domain is checked. */
async function daysWithChecks(siteId: number, count: number): Promise<number> {
  let checks = 0
  for (let passed = 0; passed < count; passed++) {
    scene.service.clock.advance(day)
    if ((await run()).queued === 0) continue
    checks++
    await scene.check(siteId)
  }
  return checks
}

it('queries each domain once, not each site, and skips sites without a domain', async () => {
  for (const url of ['https://shop.com/', 'https://blog.shop.com/', 'https://other.de/', 'http://192.0.2.1/'])
    await scene.site(url)
  expect(await run()).toEqual({ queued: 2, job_id: '1' })
  expect(await targets()).toEqual([
    { site_id: 3, label: 'other.de' },
    { site_id: 1, label: 'shop.com' },
  ])
  expect((await run()).queued).toBe(0)
})

it('checks weekly, and daily near the expiry date', async () => {
  const id = await scene.site('https://shop.com/')
  scene.registry.answer('/com/v1/domain/shop.com', registration('shop.com'))
  await run()
  await scene.check(id)
  expect(await daysWithChecks(id, 28)).toBe(4)
  const events = [{ eventAction: 'expiration', eventDate: '2027-01-05T00:00:00Z' }]
  scene.registry.answer('/com/v1/domain/shop.com', registration('shop.com', { events }))
  await scene.check(id)
  expect(await daysWithChecks(id, 10)).toBe(10)
})

it('limits the domains per registry and run', async () => {
  await seedSites(scene.service.db, 100, (number) => ({ url: `https://site-${number}.com/` }))
  await scene.site('https://other.de/')
  expect((await run()).queued).toBe(61)
  expect((await run()).queued).toBe(40)
  expect((await run()).queued).toBe(0)
})

it('does not query a registry before its pause is over', async () => {
  const id = await scene.site('https://shop.com/')
  scene.registry.answer('/com/v1/domain/shop.com', (_request, response) =>
    response.writeHead(429, { 'retry-after': String(2 * 86_400) }).end(),
  )
  await run()
  await scene.check(id)
  scene.service.clock.advance(day - 60_000)
  expect((await run()).queued).toBe(0)
  scene.service.clock.advance(day)
  expect((await run()).queued).toBe(1)
})

it('skips domains whose sites are all suspended, and deletes those without a site', async () => {
  await seedSites(scene.service.db, 1, { url: 'https://shop.com/', suspended_by: 'hand' })
  expect((await run()).queued).toBe(0)
  expect(await scene.service.db.selectFrom('domains').select('name').execute()).toEqual([{ name: 'shop.com' }])
  await scene.service.db.deleteFrom('sites').execute()
  await run()
  expect(await scene.service.db.selectFrom('domains').select('name').execute()).toEqual([])
})

it('never gives two workers the same domain', async () => {
  await seedSites(scene.service.db, 40, (number) => ({ url: `https://site-${number}.com/` }))
  await Promise.all([run(), run(), run()])
  const labels = (await targets()).map(({ label }) => label)
  expect([labels.length, new Set(labels).size]).toEqual([40, 40])
})

it('reports in a dry run how many are due', async () => {
  await scene.site('https://shop.com/')
  await run()
  scene.service.clock.advance(2 * day)
  const { output } = await scene.service.app.run('check-due-domains', { dry_run: true })
  expect(output).toMatchObject({ dry_run: true, count: 1 })
  expect((await run()).queued).toBe(1)
})

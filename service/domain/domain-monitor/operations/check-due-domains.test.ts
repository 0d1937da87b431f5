import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { registration, setUpRdap } from '../testing/set-up-rdap.ts'

const fixture = setUpRdap()
const day = 86_400_000
const run = async () => (await fixture.service.app.run('check-due-domains', {})).output as { queued: number }
const targets = () =>
  fixture.service.db.selectFrom('job_targets').select(['site_id', 'label']).orderBy('label').execute()
/** Number of days, out of the next `count`, on which the domain is checked. */
async function daysWithChecks(siteId: number, count: number): Promise<number> {
  let checks = 0
  for (let passed = 0; passed < count; passed++) {
    fixture.service.clock.advance(day)
    if ((await run()).queued === 0) continue
    checks++
    await fixture.check(siteId)
  }
  return checks
}

it('queries each domain once, not each site, and skips sites without a domain', async () => {
  for (const url of ['https://shop.com/', 'https://blog.shop.com/', 'https://other.de/', 'http://192.0.2.1/'])
    await fixture.site(url)
  expect(await run()).toEqual({ queued: 2, job_id: '1' })
  expect(await targets()).toEqual([
    { site_id: 3, label: 'other.de' },
    { site_id: 1, label: 'shop.com' },
  ])
  expect((await run()).queued).toBe(0)
})

it('checks weekly, and daily near the expiry date', async () => {
  const id = await fixture.site('https://shop.com/')
  fixture.registry.answer('/com/v1/domain/shop.com', registration('shop.com'))
  await run()
  await fixture.check(id)
  expect(await daysWithChecks(id, 28)).toBe(4)
  const events = [{ eventAction: 'expiration', eventDate: '2027-01-05T00:00:00Z' }]
  fixture.registry.answer('/com/v1/domain/shop.com', registration('shop.com', { events }))
  await fixture.check(id)
  expect(await daysWithChecks(id, 10)).toBe(10)
})

it('limits the domains per registry and run', async () => {
  await seedSites(fixture.service.db, 100, (number) => ({ url: `https://site-${number}.com/` }))
  await fixture.site('https://other.de/')
  expect((await run()).queued).toBe(61)
  expect((await run()).queued).toBe(40)
  expect((await run()).queued).toBe(0)
})

it('does not query a registry before its pause is over', async () => {
  const id = await fixture.site('https://shop.com/')
  fixture.registry.answer('/com/v1/domain/shop.com', (_request, response) =>
    response.writeHead(429, { 'retry-after': String(2 * 86_400) }).end(),
  )
  await run()
  await fixture.check(id)
  fixture.service.clock.advance(day - 60_000)
  expect((await run()).queued).toBe(0)
  fixture.service.clock.advance(day)
  expect((await run()).queued).toBe(1)
})

it('skips domains whose sites are all suspended, and deletes those without a site', async () => {
  await seedSites(fixture.service.db, 1, { url: 'https://shop.com/', suspended_by: 'hand' })
  expect((await run()).queued).toBe(0)
  expect(await fixture.service.db.selectFrom('domains').select('name').execute()).toEqual([{ name: 'shop.com' }])
  await fixture.service.db.deleteFrom('sites').execute()
  await run()
  expect(await fixture.service.db.selectFrom('domains').select('name').execute()).toEqual([])
})

it('never gives two workers the same domain', async () => {
  await seedSites(fixture.service.db, 40, (number) => ({ url: `https://site-${number}.com/` }))
  await Promise.all([run(), run(), run()])
  const labels = (await targets()).map(({ label }) => label)
  expect([labels.length, new Set(labels).size]).toEqual([40, 40])
})

it('reports in a dry run how many are due', async () => {
  await fixture.site('https://shop.com/')
  await run()
  fixture.service.clock.advance(2 * day)
  const { output } = await fixture.service.app.run('check-due-domains', { dry_run: true })
  expect(output).toMatchObject({ dry_run: true, count: 1 })
  expect((await run()).queued).toBe(1)
})

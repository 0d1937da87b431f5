import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { rdapScene, registration } from '../testing/rdap-scene.ts'

const scene = rdapScene()
const day = 86_400_000
const run = async () => (await scene.service.app.run('check-due-domains', {})).output as { queued: number }
const targets = () => scene.service.db.selectFrom('job_targets').select(['site_id', 'label']).orderBy('label').execute()
/** How many of the next days bring a question about a domain that is asked about whenever it is due. */
async function daysWithQuestions(siteId: number, count: number): Promise<number> {
  let questions = 0
  for (let passed = 0; passed < count; passed++) {
    scene.service.clock.advance(day)
    if ((await run()).queued === 0) continue
    questions++
    await scene.check(siteId)
  }
  return questions
}

it('asks once for each domain, not for each site, and not for what has none', async () => {
  for (const url of ['https://shop.com/', 'https://blog.shop.com/', 'https://other.de/', 'http://192.0.2.1/'])
    await scene.site(url)
  expect(await run()).toEqual({ queued: 2, job_id: '1' })
  expect(await targets()).toEqual([
    { site_id: 3, label: 'other.de' },
    { site_id: 1, label: 'shop.com' },
  ])
  expect((await run()).queued).toBe(0)
})

it('asks weekly, and daily when the end is near', async () => {
  const id = await scene.site('https://shop.com/')
  scene.registry.answer('/com/v1/domain/shop.com', registration('shop.com'))
  await run()
  await scene.check(id)
  expect(await daysWithQuestions(id, 28)).toBe(4)
  const events = [{ eventAction: 'expiration', eventDate: '2027-01-05T00:00:00Z' }]
  scene.registry.answer('/com/v1/domain/shop.com', registration('shop.com', { events }))
  await scene.check(id)
  expect(await daysWithQuestions(id, 10)).toBe(10)
})

it('does not ask one registry for more than it bears at a time', async () => {
  await seedSites(scene.service.db, 100, (number) => ({ url: `https://site-${number}.com/` }))
  await scene.site('https://other.de/')
  expect((await run()).queued).toBe(61)
  expect((await run()).queued).toBe(40)
  expect((await run()).queued).toBe(0)
})

it('does not come back to a registry before its pause is over', async () => {
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

it('leaves domains alone whose sites are all suspended, and forgets those without a site', async () => {
  await seedSites(scene.service.db, 1, { url: 'https://shop.com/', suspended_by: 'hand' })
  expect((await run()).queued).toBe(0)
  expect(await scene.service.db.selectFrom('domains').select('name').execute()).toEqual([{ name: 'shop.com' }])
  await scene.service.db.deleteFrom('sites').execute()
  await run()
  expect(await scene.service.db.selectFrom('domains').select('name').execute()).toEqual([])
})

it('two workers at once never take the same domain', async () => {
  await seedSites(scene.service.db, 40, (number) => ({ url: `https://site-${number}.com/` }))
  await Promise.all([run(), run(), run()])
  const labels = (await targets()).map(({ label }) => label)
  expect([labels.length, new Set(labels).size]).toEqual([40, 40])
})

it('tells how many are due without taking them', async () => {
  await scene.site('https://shop.com/')
  await run()
  scene.service.clock.advance(2 * day)
  const { output } = await scene.service.app.run('check-due-domains', { dry_run: true })
  expect(output).toMatchObject({ dry_run: true, count: 1 })
  expect((await run()).queued).toBe(1)
})

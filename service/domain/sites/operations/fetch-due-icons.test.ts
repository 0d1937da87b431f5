import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { upsertIcon } from '../icons/icon-store.ts'

const fixture = setUpService()
const day = 86_400_000
const run = async () => (await fixture.service.app.run('fetch-due-icons', {})).output as { queued: number }
const none = { source_url: null, media_type: null, content: null, address: null }

it('takes every connected site once, and a failed one again the next day', async () => {
  await seedSites(fixture.service.db, 4, (number) =>
    number === 1 ? { connection: 'disconnected' } : number === 2 ? { suspended_by: 'hand' } : {},
  )
  expect(await run()).toEqual({ queued: 2, job_id: '1' })
  expect(await run()).toEqual({ queued: 0, job_id: null })
  fixture.service.clock.advance(day)
  expect((await run()).queued).toBe(2)
})

it('takes a fetched site again only when it is due or has moved', async () => {
  const { db, clock } = fixture.service
  const [site] = await seedSites(db, 1)
  await run()
  await upsertIcon(db, site!, { ...none, next: new Date(clock.now().getTime() + 30 * day) })
  clock.advance(29 * day)
  expect((await run()).queued).toBe(0)
  await db.updateTable('sites').set({ url: 'https://moved.example/', identity: 'moved.example' }).execute()
  expect((await run()).queued).toBe(1)
})

it('takes a limited number per run, and two workers never the same', async () => {
  await seedSites(fixture.service.db, 250)
  const taken = await Promise.all([run(), run()])
  expect(taken.map(({ queued }) => queued).sort((a, b) => a - b)).toEqual([50, 200])
})

it('counts the due sites in a dry run without taking them', async () => {
  await seedSites(fixture.service.db, 3)
  const { output } = await fixture.service.app.run('fetch-due-icons', { dry_run: true })
  expect(output).toMatchObject({ dry_run: true, count: 3 })
  expect((await run()).queued).toBe(3)
})

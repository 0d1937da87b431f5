import { expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()

it('ends only rules whose time has passed, and keeps updates ignored that another rule ignores', async () => {
  const { clock, app } = fixture.service
  const until = new Date(clock.now().getTime() + 60_000).toISOString()
  const ignore = (siteId: number, more: object) =>
    app.run('ignore-site-updates', { site_id_or_domain: siteId, slugs: ['forms/forms.php'], ...more })
  await ignore(1, { until })
  await ignore(2, { until, version: '2.0' })
  await ignore(3, {})
  await app.run('ignore-site-updates', { site_id_or_domain: 2, slugs: [] })
  await clock.advance(60_000)
  const plan = await app.run('end-ignored-updates', { dry_run: true })
  expect(plan.output).toMatchObject({ count: 2 })
  expect((await app.run('end-ignored-updates', {})).output).toEqual({ rules: 2 })
  const waiting = (await fixture.pendingUpdates()).filter((text) => text.includes('forms/forms.php'))
  expect(waiting.map((text) => Number(text[0]))).toEqual([1])
})

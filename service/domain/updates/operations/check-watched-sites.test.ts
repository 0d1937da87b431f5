import { expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun({ sites: 2, soak: true })

it('queues the sites whose updates are watched, when they are due', async () => {
  const queue = async () =>
    ((await fixture.service.app.run('check-watched-sites', {})).output as { queued: number }).queued
  expect(await queue()).toBe(0)
  await fixture.passTime(fixture.ability('update-site-plugins', { site_id_or_domain: 1 }))
  expect(await queue()).toBe(0)
  fixture.service.clock.advance(60_000)
  expect(await queue()).toBe(1)
  expect(await queue()).toBe(0)
})

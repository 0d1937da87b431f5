import { expect, it } from 'vitest'
import { setUpUpdateRun } from '../../domain/updates/testing/set-up-update-run.ts'
import { systemActor } from '../../operation/actor.ts'
import { systemClock } from '../../platform/clock.ts'
import { DemoClock } from './demo-clock.ts'
import { createDemoContext } from './demo-context.ts'
import { rollOutBadRelease } from './rollout.ts'

// The demo has these sites after its history.
const fixture = setUpUpdateRun({ sites: 10 })

it('leaves a rollout that paused, with the culprit and sites that were not touched', async () => {
  // Without Chromium, to be quick: the site that loses its picture ends as unknown.
  const browser = { program: '/nowhere/chromium' }
  const app = await fixture.service.openAnother({ works: true, serves: false, clock: systemClock, browser })
  const sites = fixture.sites.map((site, index) => {
    return { site, url: site.url, role: 'well' as const, untrusted: false, named: false, id: index + 1 }
  })
  const context = createDemoContext(app, new DemoClock(), sites)
  expect(await rollOutBadRelease(context, systemActor('demo'))).toBe(true)
  const { items } = await context.run<{ items: { rollout_id: number }[] }>('list-rollouts', {})
  expect(items).toMatchObject([{ status: 'paused', pause_code: 'budget_spent', sites_failed: 2 }])
  const steps = await context.run<{ items: { state: string; evidence: object | null }[] }>('list-rollout-steps', {
    rollout_id: items[0]!.rollout_id,
    states: ['rolled_back', 'unknown'],
  })
  expect(steps.items.map(({ state }) => state).toSorted()).toEqual(['rolled_back', 'unknown'])
  expect(steps.items).toContainEqual(
    expect.objectContaining({
      state: 'rolled_back',
      evidence: expect.objectContaining({
        guard: [
          expect.objectContaining({
            state: 'restored',
            culprit: expect.objectContaining({ file: expect.any(String) }),
          }),
        ],
      }),
    }),
  )
  expect(
    sites.filter(({ site }) => site.plugin('booking-desk/booking-desk.php')?.version === '3.4.1').length,
  ).toBeGreaterThanOrEqual(3)
}, 60_000)

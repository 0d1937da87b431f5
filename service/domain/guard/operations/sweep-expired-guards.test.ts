import { describe, expect, it } from 'vitest'
import { armGuard } from '../index.ts'
import { formsItem, setUpGuards } from '../testing/set-up-guards.ts'

const fixture = setUpGuards()
const sweep = () => fixture.service.app.run('sweep-expired-guards', {})

describe('sweep-expired-guards', () => {
  it('queues the sites whose guards have expired', async () => {
    await armGuard(fixture.context, fixture.site, [formsItem], { lifetimeMs: 60_000 })
    expect(await sweep()).toMatchObject({ output: { queued: 0 } })
    fixture.service.clock.advance(120_000)
    expect(await sweep()).toMatchObject({ output: { queued: 1, job_id: expect.any(String) } })
  })
})

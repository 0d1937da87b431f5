import { describe, expect, it } from 'vitest'
import { armGuard, restoreFromGuard, restoreLater } from '../index.ts'
import { formsItem, setUpGuards } from '../testing/set-up-guards.ts'

const fixture = setUpGuards()
const retry = () => fixture.service.app.run('retry-guard-restores', {})

describe('retry-guard-restores', () => {
  it('puts an old version back that could not be put back, as soon as the site answers', async () => {
    const { context, site, child, service } = fixture
    child.guards.loopback = false
    const { armed } = await armGuard(context, site, [formsItem])
    const id = armed[0]?.id ?? ''
    await fixture.update('exit-at-load')
    child.maintenance = true
    const impatient = { how: { until: context.clock.now().getTime() } }
    await expect(restoreFromGuard(context, site, [id], impatient)).rejects.toThrow()
    await restoreLater(context, site, [id])
    expect(await retry()).toMatchObject({ output: { queued: 0 } })
    service.clock.advance(60_000)
    expect(await retry()).toMatchObject({ output: { queued: 1 } })
    child.maintenance = false
    await service.app.run('sweep-site-guards', { site_id_or_domain: site.id })
    expect(child.plugin(formsItem.slug)?.version).toBe('1.0')
    const row = await service.db.selectFrom('guards').selectAll().where('id', '=', id).executeTakeFirst()
    expect(row).toMatchObject({ state: 'restored', restore_at: null, restore_tries: 1, ended_at: null })
  })
})

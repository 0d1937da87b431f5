import { describe, expect, it } from 'vitest'
import { armGuard, listArmedGuards } from '../index.ts'
import { formsItem, setUpGuards, themeItem } from '../testing/set-up-guards.ts'

const fixture = setUpGuards()
const sweep = () => fixture.service.app.run('sweep-site-guards', { site_id_or_domain: fixture.site.id })

describe('sweep-site-guards', () => {
  it('removes expired guards and leaves the others', async () => {
    const { context, site, child, service } = fixture
    const { armed } = await armGuard(context, site, [formsItem], { lifetimeMs: 60_000 })
    const { armed: later } = await armGuard(context, site, [themeItem])
    service.clock.advance(120_000)
    expect(await sweep()).toMatchObject({ output: { removed: 1 } })
    expect(child.guards.all.map(({ id }) => id)).toEqual(later.map(({ id }) => id))
    expect((await listArmedGuards(context, site.id)).map(({ id }) => id)).toEqual(later.map(({ id }) => id))
    const row = await service.db
      .selectFrom('guards')
      .selectAll()
      .where('id', '=', armed[0]?.id ?? '')
      .executeTakeFirst()
    expect(row).toMatchObject({ state: 'expired', token: null })
  })

  it('removes a guard that Flotilla does not know', async () => {
    const { context, site, child, service } = fixture
    await armGuard(context, site, [formsItem])
    await service.db.deleteFrom('guards').execute()
    expect(await sweep()).toMatchObject({ output: { removed: 1 } })
    expect(child.guards.all).toEqual([])
  })
})

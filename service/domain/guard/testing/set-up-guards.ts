import { beforeEach } from 'vitest'
import type { Site } from '../../../../simulator/index.ts'
import { systemActor } from '../../../operation/actor.ts'
import type { Context } from '../../../operation/context.ts'
import { type FleetFixture, setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { requireSite, type SiteRow, withChild } from '../../sites/index.ts'
import type { GuardedItem } from '../guard.ts'

export const formsItem: GuardedItem = {
  ...{ type: 'plugin', slug: 'forms/forms.php', name: 'Forms', version: '1.0', vulnerable: false },
}
export const themeItem: GuardedItem = {
  ...{ type: 'theme', slug: 'harbour', name: 'Harbour', version: '2.0', vulnerable: false },
}

export interface GuardFixture extends FleetFixture {
  child: Site
  site: SiteRow
  /** For functions that are called without an operation. */
  context: Context
  /** Installs the offered version of an item, which has this effect. */
  update(effect: Parameters<Site['onUpdate']>[1], item?: GuardedItem): Promise<void>
}

/** For the top of a test file: a connected site with a plugin and a theme that have updates. */
export function setUpGuards(): GuardFixture {
  const fixture = setUpServiceWithSites() as GuardFixture
  beforeEach(async () => {
    const { child, id } = await fixture.connected()
    child.addPlugin({ file: formsItem.slug, name: 'Forms', version: '1.0', offer: '1.1' })
    child.addTheme({ slug: themeItem.slug, name: 'Harbour', version: '2.0', offer: '2.1' })
    const call = { recordChange: async () => {}, resumed: false, jobId: null, retriedAt: null }
    fixture.child = child
    fixture.context = { ...fixture.service.app.context, actor: systemActor(), ...call }
    fixture.site = await requireSite(fixture.context, id)
  })
  fixture.update = async (effect, { type, slug, version } = formsItem) => {
    const { child, context, site } = fixture
    child.onUpdate(slug, effect, { delay: 1 })
    // No check afterwards: that would be the first visit.
    const how = { until: context.clock.now().getTime() }
    await withChild(context, site, (each) =>
      context.connector[type === 'plugin' ? 'updatePlugins' : 'updateThemes'](each, [{ slug, version }], how),
    )
  }
  return fixture
}

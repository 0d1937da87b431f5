import { expect, it } from 'vitest'
import { DemoClock } from './demo-clock.ts'
import { formNetwork } from './network.ts'
import { restoreFleet, saveFleet } from './saved-fleet.ts'
import { startDemoFleet } from './simulated-fleet.ts'

it('is one set of files for three sites, also after the next start; a small demo has none', async () => {
  const fleet = await startDemoFleet(25, new DemoClock())
  try {
    const subSites = formNetwork(fleet.sites)
    expect(subSites.map(({ site }) => [site.title, site.network?.blogId])).toEqual([
      ['Greenhill Primary School', 2],
      ['Greenhill Sixth Form', 3],
    ])
    const main = subSites[0]!.site.network!.main
    restoreFleet(fleet, structuredClone(saveFleet(fleet)))
    formNetwork(fleet.sites)
    main.plugins[0]!.version = '99.0'
    for (const { site } of subSites) expect(site.plugins[0]!.version).toBe('99.0')
    expect(formNetwork(fleet.sites.slice(0, 7))).toEqual([])
  } finally {
    await fleet.close()
  }
})

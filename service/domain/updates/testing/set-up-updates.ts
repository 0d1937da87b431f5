import { beforeEach } from 'vitest'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import type { TestService } from '../../../testing/test-service.ts'
import { aFewUpdates, seedUpdates } from './seed-updates.ts'

export interface UpdatesFixture extends Callers {
  service: TestService
  people: People
  /** The pending updates as `site type slug version`; throws when lists and counts differ. */
  pendingUpdates(): Promise<string[]>
}

/** For the top of a test file: three sites with updates of every type. */
export function setUpUpdates(): UpdatesFixture {
  const fixture = setUpService() as UpdatesFixture
  Object.assign(fixture, callers(fixture))
  fixture.pendingUpdates = async () => {
    const { body } = await fixture.ability('list-updates')
    const sites = (await fixture.rest('GET /sites')).body.data as { id: number; stats: Record<string, unknown> }[]
    for (const { id, stats } of sites) agree(id, stats, body.updates)
    if (body.total !== body.updates.length) throw new Error(`The total says ${body.total}: ${JSON.stringify(body)}`)
    return (body.updates as Listed[]).map((each) =>
      `${each.site_id} ${each.type} ${each.slug} ${each.new_version}`.trim(),
    )
  }
  beforeEach(async () => {
    await seedSites(fixture.service.db, 3)
    await seedUpdates(fixture.service.db, aFewUpdates)
  })
  return fixture
}

interface Listed {
  site_id: number
  type: string
  slug: string
  new_version: string
}

/** The counts of a site and the list must agree. */
function agree(id: number, stats: Record<string, unknown>, updates: Listed[]): void {
  const countOf = (type: string) => updates.filter((each) => each.site_id === id && each.type === type).length
  const counted = [stats.plugin_updates, stats.theme_updates, stats.wp_update_available]
  const listed = [countOf('plugin'), countOf('theme'), countOf('core') > 0]
  if (String(counted) !== String(listed)) throw new Error(`Site ${id} counts ${counted}, its list has ${listed}.`)
}

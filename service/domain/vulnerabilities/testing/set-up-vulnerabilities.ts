import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { seedSoftware } from '../../../testing/seed-software.ts'
import { feedOf, type KnownRecord } from './known.ts'

/** The small fleet with a plugin in an affected version on site 1, an inactive one on site 2 and a fixed one on site 3. */
export function setUpVulnerabilities() {
  const fixture = setUpService()
  const { rest } = callers(fixture)
  return {
    fixture,
    rest,
    seed: async () => {
      const { db } = fixture.service
      await seedFleet(db)
      await seedSoftware(db, [
        { site_id: 1, slug: 'forms/forms.php', name: 'Forms', version: '2.1' },
        { site_id: 2, slug: 'forms/forms.php', name: 'Forms', version: '2.0', active: false },
        { site_id: 3, slug: 'forms/forms.php', name: 'Forms', version: '2.2' },
      ])
    },
    importFile: (...records: KnownRecord[]) =>
      rest('POST /settings/reports/vulnerabilities/import', { feed: feedOf(...records) }),
    findings: async (query = '') => (await rest(`GET /vulnerabilities/findings${query}`)).body.data,
  }
}

import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

it('lists the versions that sites run, newest first, with the number of sites', async () => {
  await seedSites(fixture.service.db, 4, (number) => ({
    wp_version: ['6.9', '6.10', '6.9', ''][number - 1]!,
    php_version: ['8.2', '8.10', '8.2', ''][number - 1]!,
  }))
  expect((await rest('GET /sites/table/choices')).body.data).toEqual({
    wp_versions: [
      { version: '6.10', sites: 1 },
      { version: '6.9', sites: 2 },
    ],
    php_versions: [
      { version: '8.10', sites: 1 },
      { version: '8.2', sites: 2 },
    ],
  })
  const { body } = await rest('GET /sites/table/choices', undefined, fixture.people.keys.limited.headers)
  expect(body.data.wp_versions).toEqual([{ version: '6.9', sites: 1 }])
})

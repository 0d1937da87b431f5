import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const notes = (query: string, headers?: Record<string, string>) => rest(`GET /sites/${query}`, undefined, headers)

beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
  await fixture.service.db.pool.query(
    `insert into site_updates (site_id, first_seen_at, type, slug, name, current_version, new_version, step, url) values
      (1, now(), 'core', 'wordpress', 'WordPress', '6.8', '6.8.1', 'patch', ''),
      (1, now(), 'plugin', 'own/own.php', 'Own', '1.0', '2.0', 'major', 'https://vendor.example/changes'),
      (1, now(), 'theme', 'bad', 'Bad', '1.0', '2.0', 'major', 'javascript:alert(1)')`,
  )
})

it('returns a link for WordPress and for items of other sources, and never one that runs code', async () => {
  const core = await notes('1/updates/notes?type=core&slug=wordpress')
  expect(core.body.data).toEqual({
    name: 'WordPress',
    current_version: '6.8',
    new_version: '6.8.1',
    link: 'https://wordpress.org/documentation/wordpress-version/version-6-8-1/',
    notes: '',
    problem: null,
  })
  const own = await notes(`1/updates/notes?type=plugin&slug=${encodeURIComponent('own/own.php')}`)
  expect(own.body.data).toMatchObject({ link: 'https://vendor.example/changes', notes: '', problem: null })
  expect((await notes('1/updates/notes?type=theme&slug=bad')).body.data.link).toBeNull()
})

it('refuses unknown updates and sites beyond the limits', async () => {
  expect((await notes('1/updates/notes?type=theme&slug=gone')).body.code).toBe('svc_update_not_found')
  const { headers } = fixture.people.keys.limited
  expect((await notes('2/updates/notes?type=core&slug=wordpress', headers)).status).toBe(404)
})

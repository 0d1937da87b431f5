import { expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun({ sites: 2 })
const { rest, ability } = fixture
const list = (query = '', headers?: Record<string, string>) => rest(`GET /updates/history${query}`, undefined, headers)
const slugsOf = async (query: string) => (await list(query)).body.data.map(({ slug }: { slug: string }) => slug)
const hour = 3_600_000

it('lists user, time, versions and result, newest first', async () => {
  fixture.site.onUpdate('forms/forms.php', 'download-failure')
  await ability(
    'update-site-plugins',
    { site_id_or_domain: 1, slugs: ['forms/forms.php'] },
    fixture.people.manager.headers,
  )
  fixture.service.clock.advance(hour)
  await rest('POST /updates/2/update/themes', {})
  const { body } = await list()
  expect(body).toMatchObject({ success: 1, total: 2, page: 1, pages: 1 })
  expect(body.data[0]).toMatchObject({
    site_id: 2,
    slug: 'harbour',
    result: 'updated',
    started_at: '2026-11-15T10:00:00Z',
  })
  expect(body.data[1]).toEqual({
    id: expect.any(Number),
    amendments: [],
    watched_until: null,
    watch: null,
    site_id: 1,
    site_url: fixture.site.url,
    site_name: fixture.site.title,
    type: 'plugin',
    slug: 'forms/forms.php',
    name: 'Forms',
    old_version: '1.0',
    new_version: '1.0',
    wanted_version: '1.1',
    result: 'download_failed',
    code: 'svc_download_failed',
    message: expect.stringContaining('Download failed'),
    health: 'ok',
    checks: 'passed',
    guard: 'disarmed',
    user: expect.stringContaining('mary'),
    automatic: false,
    job_id: null,
    started_at: '2026-11-15T09:00:00Z',
    finished_at: '2026-11-15T09:00:00Z',
  })
})

it('can be filtered and paged', async () => {
  await rest('POST /updates/1/update', {})
  fixture.service.clock.advance(hour)
  await rest('POST /updates/2/update', { type: 'plugins' })
  expect(await slugsOf('?site_id=2&slug=shop/shop.php')).toEqual(['shop/shop.php'])
  expect(await slugsOf('?type=wp,themes')).toEqual(['harbour', 'wordpress'])
  expect(await slugsOf('?result=failed,rolled_back')).toEqual([])
  expect(await slugsOf('?since=2026-11-15T10:00:00Z')).toHaveLength(2)
  expect(await slugsOf('?until=2026-11-15T10:00:00Z')).toHaveLength(5)
  const { body } = await list('?per_page=3&page=3')
  expect(body).toMatchObject({ total: 7, pages: 3, data: [{ slug: 'wordpress' }] })
  expect((await list('?result=wonderful')).status).toBe(400)
})

it('keeps the history of a deleted site for callers without limits', async () => {
  await rest('POST /updates/1/update/themes', {})
  await rest('POST /updates/2/update/themes', {})
  const { limited } = fixture.people.keys
  expect((await list('', limited.headers)).body.data).toMatchObject([{ site_id: 1 }])
  await fixture.service.db.deleteFrom('sites').where('id', '=', 1).execute()
  expect((await list()).body.data).toMatchObject([
    { site_id: 2 },
    { site_id: null, site_url: fixture.site.url, slug: 'harbour' },
  ])
  expect((await list('', limited.headers)).body.data).toEqual([])
})

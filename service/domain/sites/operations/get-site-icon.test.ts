import { expect, it } from 'vitest'
import { siteIcon } from '../../../../simulator/http/site-icon.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { upsertIcon } from '../icons/icon-store.ts'

const fixture = setUpService()
const address = '/api/v2/sites/1/icon?version=0123456789abcdef'
const content = siteIcon(1)

async function keep() {
  const [site] = await seedSites(fixture.service.db, 2)
  const picture = { source_url: 'https://one.example/favicon.ico', media_type: 'image/png' as const, content }
  await upsertIcon(fixture.service.db, site!, { ...picture, address, next: fixture.service.clock.now() })
}
const get = (url: string, headers: Record<string, string> = fixture.people.viewer.headers) =>
  fixture.service.request({ method: 'GET', url, headers })

it('returns the image with headers that allow no other use', async () => {
  await keep()
  const { status, headers } = await get(address)
  expect([status, headers['content-length']]).toEqual([200, String(content.length)])
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'attachment; filename="icon-1"',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cross-origin-resource-policy': 'same-origin',
  })
})

it('may be cached by browsers under its own version only', async () => {
  await keep()
  expect((await get(address)).headers['cache-control']).toBe('private, max-age=31536000, immutable')
  for (const url of ['/api/v2/sites/1/icon', '/api/v2/sites/1/icon?version=older']) {
    expect((await get(url)).headers['cache-control'], url).toBe('no-store')
  }
})

it('returns 404 when there is no icon', async () => {
  await keep()
  const { status, body } = await get('/api/v2/sites/2/icon')
  expect([status, body.code]).toEqual([404, 'svc_icon_not_found'])
})

it('returns 404 to callers who may not see the site', async () => {
  await keep()
  expect((await get(address, {})).status).toBe(401)
  const { limited } = fixture.people.keys
  const { body } = await get('/api/v2/sites/2/icon', limited.headers)
  expect(body.code).toBe('svc_site_not_found')
})

import { expect, it } from 'vitest'
import { siteIcon } from '../../../../simulator/http/site-icon.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()
const fetched = async (id: number) => (await fixture.rest(`POST /sites/${id}/icon`)).body.data
const detail = async (id: number) => (await fixture.ability('get-site', { site_id_or_domain: id })).body

/** A connected site with an icon; every fifth simulated site has none. */
async function withIcon(hasIcon = true) {
  for (;;) {
    const made = await fixture.connected()
    if ((made.child.index % 5 === 4) !== hasIcon) return made
  }
}

it('downloads the icon, stores it and returns its address in this service', async () => {
  const { child, id } = await withIcon()
  const { icon_url, reason, site_url } = await fetched(id)
  expect([site_url, reason]).toEqual([child.url, null])
  expect(icon_url).toMatch(new RegExp(`^/api/v2/sites/${id}/icon\\?version=[0-9a-f]{16}$`))
  expect((await detail(id)).icon_url).toBe(icon_url)
})

it('does not download an icon again from the same address', async () => {
  const { child, id } = await withIcon()
  const { icon_url } = await fetched(id)
  child.icon = siteIcon(child.index + 1)
  expect((await fetched(id)).icon_url).toBe(icon_url)
})

it('deletes the stored icon when the site has none any more', async () => {
  const { id } = await withIcon(false)
  await fixture.service.db.updateTable('sites').set({ icon_url: '/old' }).where('id', '=', id).execute()
  expect(await fetched(id)).toMatchObject({ icon_url: null, reason: 'The site has no icon.' })
  expect((await detail(id)).icon_url).toBeNull()
})

const page = Buffer.from('<script>alert(1)</script>')
const hugeGif = Buffer.from(`4749463839611000100000000${'0'}2c00000000204e204e000202440100`.padEnd(88, '0'), 'hex')

it.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'.padEnd(60)), /not a small PNG/],
  ['a GIF of 400 megapixels in 44 bytes', hugeGif, /not a small PNG/],
  [
    'a page after the beginning of a PNG',
    Buffer.concat([siteIcon(1).subarray(0, 16), Buffer.alloc(8), page]),
    /not a small PNG/,
  ],
  ['something endless', Buffer.alloc(200_000, 1), /./],
])('refuses %s', async (_, bytes, reason) => {
  const { child, id } = await withIcon()
  child.icon = bytes
  expect(await fetched(id)).toMatchObject({ icon_url: null, reason: expect.stringMatching(reason) })
  const { body } = await fixture.rest(`GET /sites/${id}/icon`)
  expect(body.code).toBe('svc_icon_not_found')
})

it('keeps the icon of a site that does not respond', async () => {
  const { child, id } = await withIcon()
  const { icon_url } = await fetched(id)
  child.setFault('refuse', { on: '*' })
  expect((await fixture.rest(`POST /sites/${id}/icon`)).status).toBe(503)
  expect((await detail(id)).icon_url).toBe(icon_url)
})

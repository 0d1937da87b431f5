import { beforeEach, describe, expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { createDownload } from '../download-address.ts'
import { upload } from '../testing/upload.ts'
import { pluginZip } from '../testing/zip-file.ts'

const publicUrl = 'https://fleet.example'
const fixture = setUpServiceWithSites()
const zip = pluginZip()
let siteId: number
let packageId: number

beforeEach(async () => {
  ;({ id: siteId } = await fixture.connected())
  packageId = (await upload(fixture, zip)).body.data.package_id
})

const create = async () => {
  const { db, clock } = fixture.service
  const { url } = await createDownload({ db, clock, publicUrl }, { packageId, siteId })
  return url.slice(publicUrl.length)
}
const fetchAt = (url: string) => fixture.service.request({ method: 'GET', url })
const refused = { status: 404, body: { code: 'svc_download_not_found' } }

describe('download-package', () => {
  it('sends the bytes once, without credentials', async () => {
    const url = await create()
    const answer = await fixture.service.app.server.inject({ method: 'GET', url })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(zip)).toBe(true)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="forms-pro.zip"')
    expect(await fetchAt(url)).toMatchObject(refused)
  })

  it('gives the package to one of several requests at the same time', async () => {
    const url = await create()
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetchAt(url)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(404)])
  })

  it('refuses an expired address, a guess, a changed address and one of a suspended site', async () => {
    const url = await create()
    for (const guess of [
      'x',
      '..%2f..%2fetc%2fpasswd',
      `${url.slice(-43, -1)}${url.endsWith('A') ? 'E' : 'A'}`,
      '%00',
      'a'.repeat(200),
    ])
      expect((await fetchAt(`/api/v2/packages/download/${guess}`)).status).toBeGreaterThanOrEqual(400)
    fixture.service.clock.advance(15 * 60_000)
    expect(await fetchAt(url)).toMatchObject(refused)
    const other = await create()
    await fixture.rest(`POST /sites/${siteId}/suspend`)
    expect(await fetchAt(other)).toMatchObject(refused)
  })

  it('stores no valid address, and forgets it with the package', async () => {
    const url = await create()
    const rows = await fixture.service.db.selectFrom('package_downloads').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(url.split('/').at(-1))
    await fixture.rest(`DELETE /packages/${packageId}`)
    expect(await fetchAt(url)).toMatchObject(refused)
  })
})

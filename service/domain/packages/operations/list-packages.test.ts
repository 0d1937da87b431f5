import { describe, expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { upload } from '../testing/upload.ts'
import { pluginZip, themeZip } from '../testing/zip-file.ts'

const fixture = setUpServiceWithSites()

describe('list-packages', () => {
  it('shows limited callers only what they uploaded with the same key', async () => {
    const { limited } = fixture.people.keys
    await upload(fixture, pluginZip())
    await upload(fixture, themeZip(), limited.headers)
    const names = async (headers?: Record<string, string>) =>
      (await fixture.rest('GET /packages', undefined, headers)).body.data.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['Harbour', 'Forms Pro'])
    expect(await names(limited.headers)).toEqual(['Harbour'])
    const { body } = await fixture.rest('GET /packages?search=harb')
    expect(body.total).toBe(1)
  })

  it('says that sites cannot download packages without PUBLIC_URL, and so does an installation', async () => {
    const { body } = await upload(fixture, pluginZip())
    expect((await fixture.rest('GET /packages')).body.problem).toContain('PUBLIC_URL is not set')
    const { child, id } = await fixture.connected()
    const request = { package_id: body.data.package_id, confirm: true }
    const installed = await fixture.rest(`POST /sites/${id}/software/install-package`, request)
    expect(installed).toMatchObject({ status: 409, body: { code: 'svc_public_url_missing' } })
    const plan = await fixture.rest(`POST /sites/${id}/software/install-package`, { ...request, dry_run: true })
    expect(JSON.stringify(plan.body)).toContain('PUBLIC_URL is not set')
    expect(child.journal.filter(({ function: name }) => name === 'installplugintheme')).toEqual([])
  })

  it('deletes unused packages after 30 days', async () => {
    await upload(fixture, pluginZip())
    fixture.service.clock.advance(31 * 86_400_000)
    expect(await fixture.service.app.deleteOldRows()).toMatchObject({ packages: 1 })
    expect(await fixture.service.db.selectFrom('package_parts').select('part').execute()).toEqual([])
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAs } from '../../../testing/people.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { switchSoakOff } from '../../../testing/switch-soak-off.ts'
import { upload } from '../testing/upload.ts'
import { pluginZip, themeZip } from '../testing/zip-file.ts'

/** The address that the simulated sites really download from. */
let isReachable = true
const outside = createServer((request, response) => {
  if (isReachable) fixture.service.app.server.server.emit('request', request, response)
  else response.writeHead(502).end()
}).listen(0, '127.0.0.1')
await once(outside, 'listening')
const publicUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
afterAll(() => void outside.close())

const fixture = setUpServiceWithSites({ publicUrl })
const slug = 'forms-pro/forms-pro.php'
let child: ReturnType<typeof fixture.nextChild>
let id: number

beforeEach(async () => {
  isReachable = true
  ;({ child, id } = await fixture.connected())
  child.fetchesPackages = true
  await switchSoakOff(fixture.service)
})

const withOldVersion = () =>
  child.addPlugin({ file: slug, name: 'Forms Pro', author: 'Forms team', version: '1.0', premium: true })

const install = async (zip: Buffer, more: object = {}, headers?: Record<string, string>) => {
  const uploaded = await upload(fixture, zip)
  const request = { package_id: uploaded.body.data.package_id, confirm: true, ...more }
  const answer = fixture.rest(`POST /sites/${id}/software/install-package`, request, headers)
  await fixture.passTime([answer])
  return answer
}
const sentUrls = () =>
  child.journal
    .filter(({ function: name }) => name === 'installplugintheme')
    .map(({ parameters }) => JSON.parse(String(parameters.url)) as string)

describe('install-package', () => {
  it('installs a new plugin that the site downloads from a one-time address', async () => {
    const { status, body } = await install(pluginZip(), { activate: true })
    expect({ status, body }).toMatchObject({ status: 200 })
    expect(body.data).toMatchObject({ slug, old_version: null, version: '2.0', result: 'updated', code: null })
    expect(child.plugin(slug)).toMatchObject({ version: '2.0', active: true })
    const [url = ''] = sentUrls()
    expect(url).toMatch(/\/api\/v2\/packages\/download\/[\w-]{43}$/)
    expect((await fetch(url)).status).toBe(404)
    expect(await fixture.service.db.selectFrom('package_downloads').selectAll().execute()).toEqual([])
  })

  it('replaces an older version with checks and guard, and leaves no guard', async () => {
    withOldVersion()
    const { body } = await install(pluginZip())
    expect(body.data).toMatchObject({
      old_version: '1.0',
      version: '2.0',
      result: 'updated',
      evidence: { healthy: true },
    })
    expect(body.data.evidence.guard).toMatchObject([{ slug, state: 'disarmed' }])
    expect(child.guards.all).toEqual([])
    const history = await fixture.service.db.selectFrom('update_history').selectAll().execute()
    expect(history).toMatchObject([{ slug, from_version: '1.0', to_version: '2.0', result: 'updated' }])
  })

  it('installs a theme', async () => {
    const { body } = await install(themeZip())
    expect(body.data).toMatchObject({ type: 'theme', slug: 'harbour', version: '3.1', result: 'updated' })
  })

  it.each(['fatal-at-load', 'blank'] as const)('rolls an update back that breaks the site: %s', async (effect) => {
    withOldVersion()
    child.onUpdate('forms-pro', effect)
    const { body } = await install(pluginZip())
    expect(body.data).toMatchObject({ version: '1.0', result: 'rolled_back', code: 'svc_update_rolled_back' })
    expect(child.plugin(slug)?.version).toBe('1.0')
    expect([child.releases.wasBroken, child.releases.isBroken]).toEqual([true, false])
    expect(child.guards.all).toEqual([])
  })

  it('deactivates a new plugin that breaks the site', async () => {
    child.onUpdate('forms-pro', 'blank')
    const { body } = await install(pluginZip(), { activate: true })
    expect(body.data).toMatchObject({ result: 'rolled_back' })
    expect(body.data.message).toContain('deactivated')
    expect(child.plugin(slug)?.active).toBe(false)
  })

  it('says that the site did not reach PUBLIC_URL', async () => {
    isReachable = false
    const { body } = await install(pluginZip())
    expect(body.data).toMatchObject({ result: 'download_failed', code: 'svc_package_not_fetched' })
    expect(body.data.message).toContain(publicUrl)
    expect(child.plugin(slug)).toBeUndefined()
  })

  it('replaces other software in the same folder only when a person confirms it', async () => {
    child.addPlugin({ file: slug, name: 'Contact', author: 'Agency', version: '9.0', premium: true })
    const refused = await install(pluginZip())
    expect(refused).toMatchObject({ status: 409, body: { code: 'svc_origin_unconfirmed' } })
    expect((await install(pluginZip(), { confirm_source: true })).status).toBe(403)
    expect(sentUrls()).toEqual([])
    const { headers } = await signInAs(fixture.service, fixture.people.administrator)
    const { body } = await install(pluginZip(), { confirm_source: true }, headers)
    expect(body.data).toMatchObject({ version: '2.0', result: 'updated' })
  })

  it('reports and undoes an installation that shows other software than the zip file', async () => {
    withOldVersion()
    child.packages.set('forms-pro', { name: 'Forms Pro', author: 'A stranger' })
    const { body } = await install(pluginZip())
    expect(body.data).toMatchObject({ result: 'failed', code: 'svc_other_software' })
    expect(child.plugin(slug)?.version).toBe('1.0')
  })

  it('does not install during a freeze, nor a package of another limited caller', async () => {
    const rules = { freezes: [{ from: '2000-01-01', to: '2099-01-01' }] }
    await fixture.rest('PUT /update-policies', { scope: 'site', site_id_or_domain: id, rules })
    expect((await install(pluginZip())).body.data).toMatchObject({ result: 'skipped', code: 'svc_update_not_allowed' })
    const { headers } = fixture.people.keys.limited
    expect((await install(pluginZip(), {}, headers)).status).toBe(404)
    expect(sentUrls()).toEqual([])
  })
})

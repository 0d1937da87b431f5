import { describe, expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()

it('hides errors from visitors and reads the site afterwards', async () => {
  const { child, id } = await fixture.connected()
  const { body } = await fixture.rest(`POST /sites/${id}/security/fix`, { check: 'php_reporting' })
  expect(body.data).toMatchObject({ check: 'php_reporting', state: 'fine' })
  expect(child.settings.fixed.php_reporting).toBe(true)
  expect((await fixture.rest(`GET /sites/${id}/security`)).body.data.checks.php_reporting).toBe('fine')
})

it('refuses what the connector cannot fix', async () => {
  const { id } = await fixture.connected()
  expect((await fixture.rest(`POST /sites/${id}/security/fix`, { check: 'debug_disabled' })).status).toBe(400)
})

describe('the version of WordPress', () => {
  const shown = async (id: number) =>
    (await fixture.rest(`GET /sites/${id}/security?check_version=true`)).body.data.shown_version
  const hide = (id: number) => fixture.rest(`POST /sites/${id}/security/fix`, { check: 'shown_version' })

  it('is read from the homepage and hidden by a must-use plugin', async () => {
    const { child, id } = await fixture.connected()
    expect(await shown(id)).toEqual({ state: 'shown', version: child.core.installed })
    expect((await fixture.rest(`GET /sites/${id}/security`)).body.data.shown_version).toBeNull()
    expect((await hide(id)).body.data).toMatchObject({ check: 'shown_version', state: 'fine' })
    expect(await shown(id)).toEqual({ state: 'hidden', version: null })
  })

  it('is an issue while visitors still see it, and unknown while the homepage does not answer', async () => {
    const { child, id } = await fixture.connected()
    child.frontPage.body = '<head><META content="WordPress 6.4" name="generator"/></head>'
    expect((await hide(id)).body.data.state).toBe('issue')
    child.frontPage.status = 503
    expect(await shown(id)).toEqual({ state: 'unknown', version: null })
  })

  it('says why it was not hidden', async () => {
    const { child, id } = await fixture.connected()
    child.filesReadOnly = true
    const { status, body } = await hide(id)
    expect([status, body.message]).toEqual([502, expect.stringContaining('mu-plugins of the site cannot be written')])
  })
})

it('changes an address to https only after it answered there with a valid certificate', async () => {
  const { id, child } = await fixture.connected()
  const { status, body } = await fixture.rest(`POST /sites/${id}/security/fix`, { check: 'sslprotocol' })
  expect([status, body.code]).toEqual([503, 'svc_site_offline'])
  expect((await fixture.rest(`GET /sites/${id}`)).body.data.url).toBe(child.url)
})

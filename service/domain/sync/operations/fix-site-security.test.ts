import { expect, it } from 'vitest'
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
  expect((await fixture.rest(`POST /sites/${id}/security/fix`, { check: 'sslprotocol' })).status).toBe(400)
})

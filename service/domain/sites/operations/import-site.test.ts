import { expect, it } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { insertImportRows } from '../import/import-row-store.ts'

const fixture = setUpServiceWithSites()
const secrets = createSecrets(['a master key for tests, long enough'])
const keep = (...records: Record<string, unknown>[]) =>
  insertImportRows(fixture.service.db, secrets, records, fixture.service.clock.now())
const run = async (import_row_id: number | undefined) =>
  (await fixture.service.app.run('import-site', { import_row_id })).output

it('adds the site of a row and deletes the row', async () => {
  const child = fixture.nextChild()
  const { login, password } = child.admin
  const [id] = await keep({ url: child.url, admin: login, admin_password: password })
  expect(await run(id)).toEqual({ outcome: 'added', site_id: 1, site_url: child.url })
  await expect(run(id)).rejects.toMatchObject({ code: 'svc_import_row_not_found' })
})

it('returns the same result when a crashed worker had already added the site', async () => {
  const { child } = await fixture.connected()
  const [id] = await keep({ url: child.url, admin: child.admin.login })
  expect(await run(id)).toMatchObject({ outcome: 'unchanged' })
  expect(child.counts.register).toBe(1)
})

it('keeps the row of a site that could not be connected, for a retry', async () => {
  const child = fixture.nextChild()
  child.setFault('refuse', { on: '*' })
  const { login, password } = child.admin
  const [id] = await keep({ url: child.url, admin: login, admin_password: password })
  await expect(run(id)).rejects.toMatchObject({ code: 'svc_connection_failed', details: { site_id: 1 } })
  child.clearFaults()
  expect(await run(id)).toMatchObject({ outcome: 'connected', site_id: 1 })
})

it('stores rows in order', async () => {
  const ids = await keep(...Array.from({ length: 50 }, (_, index) => ({ url: `row ${index}` })))
  expect(ids).toHaveLength(50)
  await expect(run(ids[7])).rejects.toMatchObject({ code: 'svc_invalid_input' })
})

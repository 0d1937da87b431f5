import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { providerSecretColumn } from '../provider-secret-store.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const edit = (slug: string, payload: object) => rest(`PUT /settings/api-backups/${slug}/edit`, payload)
const read = async (slug: string) => (await rest('GET /settings/api-backups')).body.data.api_backups[slug]
const stored = async () => (await fixture.service.db.selectFrom('provider_secrets').selectAll().execute())[0]!

const key = 'vultr-key-0123456789-mnop'

it('stores the sent values and returns only the ending of the key', async () => {
  const { status, body, text } = await edit('vultr', { enabled: true, secrets: { api_key: key } })
  const shown = { label: 'Vultr', enabled: true, secrets: { api_key: '****mnop' } }
  expect([status, body]).toEqual([200, { success: 1, message: 'Backup provider updated.', data: shown }])
  expect(text).not.toContain('0123456789')
  expect(await read('vultr')).toEqual(shown)
})

it('stores the key sealed and never writes it to the audit log or the log', async () => {
  await edit('vultr', { secrets: { api_key: key } })
  const { value } = await stored()
  expect(value).not.toContain('0123456789')
  expect(fixture.service.secrets.open(value, providerSecretColumn)).toBe(key)
  const { rows } = await fixture.service.db.pool.query('select subject from audit_lines')
  expect(rows).toEqual([{ subject: '{"api_slug":"vultr","changed":["secrets"]}' }])
  expect(JSON.stringify(fixture.service.logged)).not.toContain('0123456789')
})

it('returns nothing of short secrets and passwords', async () => {
  await edit('vultr', { secrets: { api_key: 'short-key' } })
  expect((await read('vultr')).secrets).toEqual({ api_key: '****' })
  await edit('cpanel', {
    username: 'ada',
    url: 'https://panel.example:2083',
    password: 'a long pass phrase of a person',
  })
  expect(await read('cpanel')).toMatchObject({
    username: 'ada',
    url: 'https://panel.example:2083',
    secrets: { password: '****' },
  })
})

it('ignores a mask that is sent back and deletes secrets sent empty', async () => {
  await edit('vultr', { secrets: { api_key: key } })
  const before = await stored()
  await edit('vultr', { enabled: true, secrets: { api_key: '****mnop' } })
  expect(await stored()).toEqual(before)
  expect((await edit('vultr', { secrets: { api_key: '' } })).body.data.secrets).toEqual({})
})

it('deletes secrets when the URL changes to another host, unless they are sent again', async () => {
  const secrets = { api_key: key, password: 'a long pass phrase of a person' }
  await edit('cpanel', { url: 'https://panel.example:2083', secrets })
  const edited = await edit('cpanel', { url: 'https://panel.example:2083/other' })
  expect(Object.keys(edited.body.data.secrets)).toHaveLength(2)
  const url = 'https://evil.example:2083'
  const plan = await edit('cpanel', { url, dry_run: true })
  expect(plan.body.data.warnings).toEqual([expect.stringContaining('secrets are deleted')])
  const moved = await edit('cpanel', { url, secrets: { api_key: '****mnop', password: 'for the new host' } })
  expect(moved.body.data.secrets).toEqual({ password: '****' })
  expect(fixture.service.secrets.open((await stored()).value, providerSecretColumn)).toBe('for the new host')
  expect((await edit('cpanel', { url: '' })).body.data.secrets).toEqual({})
})

it('accepts a secret with a dot in its name', async () => {
  expect((await edit('vultr', { 'secrets.api_key': key })).body.data.secrets).toEqual({ api_key: '****mnop' })
  const twice = await edit('vultr', { 'secrets.api_key': key, secrets: { api_key: 'other' } })
  expect(twice.body.data.params).toEqual({ 'secrets.api_key': expect.stringContaining('only one of them') })
  expect((await edit('vultr', { 'secrets.password': 'x' })).body.data.params).toEqual({
    'secrets.password': expect.stringContaining('is not a field of Vultr'),
  })
  expect((await edit('vultr', { 'secrets.api_key': '' })).body.data.secrets).toEqual({})
})

it('keeps values that are not sent', async () => {
  await edit('kinsta', { account_email: 'ada@example.com', company_id: 'c-1', secrets: { api_key: key } })
  await edit('kinsta', { company_id: 'c-2' })
  expect(await read('kinsta')).toMatchObject({
    account_email: 'ada@example.com',
    company_id: 'c-2',
    secrets: { api_key: '****mnop' },
  })
})

it.each([
  ['vultr', { username: 'ada' }, { username: 'is not a field of Vultr; its fields: enabled, secrets.api_key' }],
  ['vultr', { password: 'x' }, { password: expect.stringContaining('is not a field of Vultr') }],
  ['vultr', { secrets: { password: 'x' } }, { 'secrets.password': expect.stringContaining('is not a field of Vultr') }],
  ['vultr', { secrets: { token: 'x' } }, { 'secrets.token': expect.stringContaining('api_key') }],
  ['vultr', { enabled: 'perhaps' }, { enabled: expect.stringContaining('true or false') }],
  ['cpanel', { url: 'ftp://panel.example' }, { url: 'must be an http or https URL' }],
  ['cpanel', { password: 'x', secrets: { password: 'y' } }, { password: expect.stringContaining('only one of them') }],
  ['kinsta', { account_email: 'ada' }, { account_email: 'must be an e-mail address' }],
  ['dropbox', { enabled: true }, { api_slug: expect.stringContaining('one of: cloudways, gridpane') }],
])('%s %j is refused', async (slug, payload, params) => {
  const { status, body } = await edit(slug, payload)
  expect([status, body.data.params]).toEqual([400, params])
})

it('returns the name of the secret in a dry run, not its value', async () => {
  const { body, text } = await edit('vultr', { enabled: true, secrets: { api_key: key }, dry_run: true })
  expect(body.data).toMatchObject({
    count: 2,
    would_affect: [{ setting: 'enabled', from: false, to: true }, { secret: 'api_key' }],
  })
  expect(text).not.toContain('0123456789')
  expect(await read('vultr')).toEqual({ label: 'Vultr', enabled: false, secrets: {} })
})

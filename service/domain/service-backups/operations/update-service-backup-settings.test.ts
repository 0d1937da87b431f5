import { expect, it } from 'vitest'
import { setUpBackups } from '../testing/set-up-backups.ts'

const { fixture, rest, dashboard, settings, useFolder, useS3 } = setUpBackups()

it('say what is missing: the key, the folder', async () => {
  Object.assign(fixture.service.app.context.serviceBackup, { keys: null, folder: null })
  const data = await useFolder()
  expect(data.state).toBe('not_configured')
  expect(data.missing).toEqual([expect.stringMatching(/^BACKUP_DIR/), expect.stringMatching(/^BACKUP_KEY/)])
  const { status: code, body } = await rest('POST /service-backups')
  expect([code, body.code]).toEqual([412, 'svc_backup_not_configured'])
})

it('never return the secret, and remove it with another endpoint', async () => {
  await useS3({ s3_secret: 'the secret of the storage' })
  const { text } = await rest('GET /service-backups/status')
  const { rows } = await fixture.service.db.pool.query('select t::text as line from audit_lines t')
  expect(text + JSON.stringify(rows) + JSON.stringify(fixture.service.logged)).not.toContain('secret of the storage')
  const moved = await settings({ s3_endpoint: 'https://storage.example' })
  expect(moved).toMatchObject({ state: 'not_configured', settings: { has_s3_secret: false } })
})

it.each([
  [{ s3_endpoint: 'ftp://storage.example' }, 's3_endpoint'],
  [{ s3_endpoint: 'https://user:pass@storage.example' }, 's3_endpoint'],
  [{ s3_endpoint: 'https://storage.example/path' }, 's3_endpoint'],
  [{ s3_prefix: '../../' }, 's3_prefix'],
  [{ s3_prefix: '/etc/' }, 's3_prefix'],
  [{ s3_bucket: 'a/b' }, 's3_bucket'],
  [{ target: 's3' }, 's3_endpoint'],
  [{ keep_count: 0 }, 'keep_count'],
  [{ folder: '/etc' }, 'folder'],
])('%j is refused', async (values, field) => {
  const { status: code, body } = await dashboard('PUT /service-backups/settings', values)
  expect([code, Object.keys(body.data.params)]).toEqual([400, [field]])
})

it('are for administrators', async () => {
  const { manager } = fixture.people
  expect((await rest('GET /service-backups/status', undefined, manager.headers)).status).toBe(403)
  expect((await rest('PUT /service-backups/settings', { target: 'folder' }, manager.headers)).status).toBe(403)
})

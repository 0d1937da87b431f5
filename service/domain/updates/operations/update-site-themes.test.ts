import { expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun()
const { ability, rest } = fixture

it('updates all pending themes, or the given ones', async () => {
  const none = await ability('update-site-themes', { site_id_or_domain: 1, slugs: ['other'] })
  expect(none.body).toMatchObject({
    total_updated: 0,
    errors: [{ type: 'theme', slug: 'other', code: 'svc_nothing_to_update' }],
  })
  const { body } = await ability('update-site-themes', { site_id_or_domain: 1 })
  expect(body).toMatchObject({ site_id: 1, total_updated: 1, errors: [] })
  expect(body.updated).toMatchObject([{ slug: 'harbour', name: 'Harbour', old_version: '1.0', new_version: '1.2' }])
  expect(fixture.sentCalls()).toEqual(['upgradeplugintheme harbour'])
  expect(await fixture.pendingUpdates()).not.toContain('theme harbour 1.2')
})

it.each([
  ['download-failure', 'download_failed'],
  ['rollback', 'rolled_back'],
  ['lie', 'no_effect'],
] as const)('%s is called %s', async (behaviour, result) => {
  fixture.site.onUpdate('harbour', behaviour)
  const { body } = await rest('POST /updates/1/update/themes', { slug: 'harbour' })
  expect(body.data.harbour).toMatchObject({ success: 0, result, version: '1.0' })
  expect(await fixture.pendingUpdates()).toContain('theme harbour 1.2')
})

it('leaves out an ignored theme', async () => {
  await ability('ignore-site-themes', { site_id_or_domain: 1, action: 'add', slugs: ['harbour'] })
  const { body } = await ability('update-site-themes', { site_id_or_domain: 1 })
  expect(body).toMatchObject({ updated: [], errors: [], total_updated: 0 })
  expect(fixture.sentCalls()).toEqual([])
})

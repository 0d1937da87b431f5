import { describe, expect, it } from 'vitest'
import { dataOfEvents } from '../../../testing/published-events.ts'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun()
const { ability, rest } = fixture
const update = (input: object = {}) => ability('update-site-plugins', { site_id_or_domain: 1, ...input })
const forms = 'forms/forms.php'

describe('update-site-plugins', () => {
  it('updates all pending plugins with one call', async () => {
    const { body } = await update()
    expect(body).toMatchObject({ site_id: 1, site_url: fixture.site.url, total_updated: 2, errors: [] })
    expect(body.updated).toMatchObject([
      { slug: forms, name: 'Forms', old_version: '1.0', new_version: '1.1' },
      { slug: 'shop/shop.php', name: 'Shop', old_version: '1.0.1', new_version: '2.0' },
    ])
    expect(fixture.sentCalls()).toEqual(['upgradeplugintheme forms/forms.php,shop/shop.php'])
  })

  it('updates premium plugins like any other', async () => {
    await fixture.service.db.updateTable('site_updates').set({ premium: true }).where('slug', '=', forms).execute()
    expect((await update({ slugs: [forms] })).body.updated).toMatchObject([{ slug: forms }])
  })

  it('never updates a theme or translation of the same name', async () => {
    const { body } = await update({ slugs: ['harbour', 'forms'] })
    expect(body).toMatchObject({ total_updated: 0, errors: [{ slug: 'harbour' }, { slug: 'forms' }] })
    expect(fixture.sentCalls()).toEqual([])
  })
})

describe('over REST', () => {
  it('answers by slug; one slug, a comma list, or all', async () => {
    fixture.site.onUpdate('shop/shop.php', 'download-failure')
    const { body } = await rest('POST /updates/1/update/plugins', { slug: `${forms},shop/shop.php` })
    expect(body).toMatchObject({ success: 1, message: expect.any(String), total_updated: 1, site: { id: 1 } })
    expect(body.data).toEqual({
      [forms]: { success: 1, name: 'Forms', old_version: '1.0', version: '1.1' },
      'shop/shop.php': {
        ...{ success: 0, name: 'Shop', old_version: '1.0.1', version: '1.0.1' },
        ...{
          result: 'download_failed',
          code: 'svc_download_failed',
          error: expect.stringContaining('Download failed'),
        },
      },
    })
    await rest('PUT /updates/1/update/plugins?slug=shop/shop.php', {})
    await rest('PATCH /updates/1/update/plugins', {})
    expect(fixture.sentCalls()).toHaveLength(3)
  })
})

describe('the homepage check', () => {
  it('can be switched off', async () => {
    await fixture.general({ check_http_response: 0 })
    const { body } = await update({ slugs: [forms] })
    expect(fixture.site.counts['front page']).toBeUndefined()
    expect(body).toMatchObject({ health: null, checks: { before: null, after: null } })
  })

  it('returns ok when the homepage is unchanged', async () => {
    const { body } = await update({ slugs: [forms] })
    expect(body).toMatchObject({ health: 'ok', checks: { before: { http_status: 200 }, after: { http_status: 200 } } })
    expect(body.updated).toMatchObject([{ health: 'ok' }])
    expect(await fixture.history()).toMatchObject([{ slug: forms, result: 'updated', health: 'ok' }])
  })

  it('returns down when an update breaks the site and rolling it back does not help', async () => {
    await fixture.general({ check_http_response: 1, check_http_response_method: 'get' })
    fixture.site.onUpdate(forms, 'breaks')
    const { body } = await update({ slugs: [forms] })
    expect(body).toMatchObject({
      total_updated: 0,
      health: 'down',
      checks: { before: { fatal_error: false }, after: { http_status: 500, fatal_error: true } },
    })
    expect(await fixture.history()).toMatchObject([{ result: 'rolled_back', health: 'down' }])
  })

  it('returns down for an error page with status 200', async () => {
    await fixture.general({ check_http_response: 1, check_http_response_method: 'get' })
    fixture.site.onUpdate(forms, 'breaks')
    fixture.site.frontPage = { status: 200 }
    expect((await update({ slugs: [forms] })).body).toMatchObject({
      health: 'down',
      checks: { after: { http_status: 200 } },
    })
  })

  it('waits while the site is in maintenance', async () => {
    await fixture.general({ check_http_response: 1 })
    fixture.site.onUpdate(forms, 'maintenance-after', { delay: 60 })
    const { body } = await fixture.passTime(update({ slugs: [forms] }))
    expect(body).toMatchObject({ total_updated: 1, health: 'ok' })
  })
})

describe('a backup before updates', () => {
  it('is reported as missing when a site has none', async () => {
    expect((await update({ slugs: [forms] })).body.backup).toBeNull()
    await fixture.general({ backup_before_upgrade: 1 })
    const { body } = await update()
    expect(body).toMatchObject({ total_updated: 1, backup: { usable: false, last_backup_at: null } })
    expect(body.backup.message).toContain('No usable backup')
  })

  it.each([
    [3, true],
    [1, false],
  ])('may be %d days old, by backup_before_upgrade_days', async (backup_before_upgrade_days, usable) => {
    await fixture.general({ backup_before_upgrade: 1, backup_before_upgrade_days })
    fixture.site.settings.lastBackup = fixture.service.clock.now().getTime() / 1000 - 2 * 86_400
    expect((await update()).body.backup).toMatchObject({ usable, last_backup_at: '2026-11-13T09:00:00Z' })
  })
})

it('records each item once in the change log of the site', async () => {
  fixture.site.onUpdate('shop/shop.php', 'rollback')
  await update()
  const { body } = await ability('get-site-changes', { site_id_or_domain: 1 })
  const sentCalls = body.changes
    .filter(({ source }: { source: string }) => source === 'flotilla')
    .map(({ type, action, description, user }: Record<string, string>) => [type, action, description, user])
  expect(sentCalls).toContainEqual([
    'plugin',
    'updated',
    'Forms updated from 1.0 to 1.1',
    expect.stringContaining('ada'),
  ])
  expect(sentCalls).toContainEqual([
    'plugin',
    'update-failed',
    expect.stringContaining('Update of Shop'),
    expect.any(String),
  ])
  expect(sentCalls.filter(([type]: string[]) => type === 'plugin')).toHaveLength(2)
})

it('is no success over REST and in a batch when the slug is unknown', async () => {
  const { body } = await rest('POST /updates/1/update/plugins', { slug: 'no/no.php' })
  expect(body).toMatchObject({ success: 0, code: expect.stringMatching(/^svc_/), errors: [{ slug: 'no/no.php' }] })
  expect(body.message).toMatch(/^0 of 1 update installed\. .*no\/no\.php/)
  const batch = await rest('POST /batch', { updates: { update: [{ site: 1, type: 'plugins', slug: 'no/no.php' }] } })
  expect(batch.body.updates.update).toMatchObject([{ id: 1, success: 0, message: body.message }])
  expect(fixture.sentCalls()).toEqual([])
})

it('publishes each installed and each failed update', async () => {
  fixture.site.onUpdate('shop/shop.php', 'download-failure')
  await update()
  const { db } = fixture.service
  expect(await dataOfEvents(db, 'update.installed')).toEqual([
    { type: 'plugin', slug: forms, name: 'Forms', from: '1.0', to: '1.1', job_id: null },
  ])
  expect(await dataOfEvents(db, 'update.failed')).toMatchObject([
    { slug: 'shop/shop.php', message: expect.stringContaining('Download failed') },
  ])
})

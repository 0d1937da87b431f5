import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'
import { importAuditedChanges, readSubject } from './audited-changes.ts'

const fixture = setUpService()
const changes = () =>
  fixture.service.db
    .selectFrom('site_changes')
    .select(['site_id', 'source', 'type', 'action', 'description', 'user_name'])
    .orderBy('site_id')
    .orderBy('id')
    .execute()
const line = (operation: string, subject: object | string, outcome = 'ok') =>
  fixture.service.db
    .insertInto('audit_lines')
    .values({
      at: fixture.service.clock.now(),
      actor_kind: 'user',
      actor_name: 'ada',
      user_id: 1,
      key_id: null,
      address: null,
      request_id: 'r',
      operation,
      subject: typeof subject === 'string' ? subject : JSON.stringify(subject),
      outcome,
      seal: '',
    })
    .execute()

it('imports changes of a site by id, by address and in a list, each once', async () => {
  const { db } = fixture.service
  await seedSites(db, 3)
  await line('suspend-site', { site_id_or_domain: 1 })
  await line('renew-site-connection', { site_id_or_domain: 'https://www.site-2.example' })
  // Changes of items are recorded with their outcomes.
  await line('deactivate-site-plugins', { site_id_or_domain: 2, slugs: ['a/a.php'] })
  await line('suspend-sites', { site_ids_or_domains: [1, 'site-1.example', 3] })
  await line('add-site', { url: 'https://site-3.example/' })
  await importAuditedChanges(db)
  await importAuditedChanges(db)
  const imported = (await changes()).map(({ site_id, type, action, description }) => [
    site_id,
    type,
    action,
    description,
  ])
  expect(imported).toEqual([
    [1, 'site', 'suspend-site', 'Suspend site'],
    [1, 'site', 'suspend-sites', 'Suspend sites'],
    [2, 'site', 'renew-site-connection', 'Renew site connection'],
    [3, 'site', 'suspend-sites', 'Suspend sites'],
    [3, 'site', 'add-site', 'Add site'],
  ])
  expect((await changes())[0]).toMatchObject({ source: 'flotilla', user_name: 'ada' })
})

it('ignores reads, refused calls and unknown sites, and marks unknown outcomes', async () => {
  const { db } = fixture.service
  await seedSites(db, 1)
  await line('sync-site', { site_id_or_domain: 1 })
  await line('check-site', { site_id_or_domain: 1 })
  await line('suspend-site', { site_id_or_domain: 1 }, 'svc_permission_denied')
  await line('suspend-site', { site_id_or_domain: 99 })
  await line('suspend-site', { site_id_or_domain: 'not an address at all' })
  await line('suspend-sites', '{"site_ids_or_domains":[1,2,3')
  await line('add-tag', { name: 'Boats' })
  await importAuditedChanges(db)
  expect(await changes()).toEqual([])
  await line('renew-site-connection', { site_id_or_domain: 1 }, 'svc_outcome_unknown')
  await importAuditedChanges(db)
  expect((await changes())[0]!.description).toBe('Renew site connection (outcome unknown)')
})

it('imports a long trail completely, and once although several processes import it', async () => {
  const { db } = fixture.service
  await seedSites(db, 1)
  for (let number = 0; number < 1_100; number++) await line('suspend-site', { site_id_or_domain: 1 })
  await Promise.all([importAuditedChanges(db), importAuditedChanges(db), importAuditedChanges(db)])
  await importAuditedChanges(db)
  expect(await changes()).toHaveLength(1_100)
})

it.each(['', 'null', '[]', '7', '"text"', '{"site_id_or_domain":{"a":1}}', '{"site_ids_or_domains":"1"}'])(
  'reads no sites from the subject %j',
  (text) => {
    expect(readSubject(text).slugs).toEqual([])
  },
)

it('imports an attempt that failed on the site as failed, and not one that was refused before', async () => {
  const { db } = fixture.service
  await seedSites(db, 1)
  await line('renew-site-connection', { site_id_or_domain: 1 }, 'svc_site_offline')
  await line('renew-site-connection', { site_id_or_domain: 1 }, 'svc_invalid_input')
  await line('renew-site-connection', { site_id_or_domain: 1 }, 'svc_site_suspended')
  await importAuditedChanges(db)
  const rows = await db.selectFrom('site_changes').select(['description', 'outcome']).execute()
  expect(rows).toEqual([{ description: 'Renew site connection (failed: svc_site_offline)', outcome: 'failed' }])
})

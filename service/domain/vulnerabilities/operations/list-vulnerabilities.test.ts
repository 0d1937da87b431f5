import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { dataOfEvents } from '../../../testing/published-events.ts'
import { seedFleet } from '../../../testing/seed-fleet.ts'
import { seedSoftware } from '../../../testing/seed-software.ts'
import { acceptFindings, endAcceptance, matchSites } from '../index.ts'
import { feedOf, type KnownRecord } from '../testing/known.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
beforeEach(async () => {
  const { db } = fixture.service
  await seedFleet(db)
  await db.updateTable('sites').set({ wp_version: '6.4.1' }).where('id', '=', 1).execute()
  await seedSoftware(db, [
    { site_id: 1, slug: 'forms/forms.php', name: 'Forms', version: '2.1' },
    { site_id: 2, slug: 'forms/forms.php', name: 'Forms', version: '2.0', active: false },
    { site_id: 3, slug: 'forms/forms.php', name: 'Forms', version: '2.2' },
    { site_id: 2, slug: 'sails', kind: 'theme', name: 'Sails', version: '3.0' },
  ])
})

const importFile = (...records: KnownRecord[]) =>
  rest('POST /settings/reports/vulnerabilities/import', { feed: feedOf(...records) })
const forms: KnownRecord = { id: 'f', cve: 'CVE-2026-1111' }
const sails: KnownRecord = { id: 's', slug: 'sails', type: 'theme', to: '3.0', fixed: [], severity: 'Critical' }
const core: KnownRecord = { id: 'c', slug: 'wordpress', type: 'core', to: '6.4.1', fixed: ['6.4.2'], severity: 'Low' }
const list = async (query = '', headers = fixture.people.administrator.headers) =>
  (await rest(`GET /vulnerabilities${query}`, undefined, headers)).body
const findings = async (query = '') => (await rest(`GET /vulnerabilities/findings${query}`)).body.data
const changeVersion = async (siteId: number, version: string) => {
  const { db, clock } = fixture.service
  const where = db.updateTable('site_software').set({ version }).where('site_id', '=', siteId)
  await where.where('slug', '=', 'forms/forms.php').execute()
  await db.transaction().execute((trx) => matchSites(trx, [siteId], clock.now()))
}

describe('list-vulnerabilities', () => {
  it.each([[true], [{ date_added: '2026-11-16' }]])(
    'lists one with known attacks (%j) before every severity and announces it as critical',
    async (exploited) => {
      const attacked: KnownRecord = { ...forms, id: 'g', cve: 'CVE-2026-2222', to: '2.0', severity: 'Low' }
      await importFile({ ...attacked, exploited })
      const { rows: events } = await fixture.service.db.pool.query(
        `select severity, data ->> 'message' as message from events where type = 'vulnerability.found'`,
      )
      const message = 'Forms 2.0: forms up to 2.0 (low, attacks are known, fixed in 2.2)'
      expect(events).toEqual([{ severity: 'critical', message }])
      await importFile(forms, sails, { ...attacked, exploited })
      expect((await list()).data).toMatchObject([
        { cve: 'CVE-2026-2222', severity: 'low', is_exploited: true },
        { slug: 'sails', severity: 'critical', is_exploited: false },
        { cve: 'CVE-2026-1111' },
      ])
      expect((await findings())[0]).toMatchObject({ cve: 'CVE-2026-2222', site_id: 2 })
      expect((await list('?is_exploited=true')).total).toBe(1)
      expect((await rest('GET /vulnerabilities/counts')).body.data.open).toMatchObject({ urgent: 4, exploited: 1 })
      expect((await rest('GET /inbox?kind=vulnerability')).body.data[0]).toMatchObject({
        detail: expect.stringContaining('Attacks are known. Severity low'),
      })
      // The source takes it back.
      await importFile(forms, sails, { ...attacked, exploited: { exploited: false } })
      expect((await list()).data).toMatchObject([{ slug: 'sails' }, {}, { cve: 'CVE-2026-2222', is_exploited: false }])
    },
  )

  it('lists what sites have by severity, with their sites', async () => {
    await importFile(forms, sails, core, { id: 'x', slug: 'absent' })
    const { data, total, knowledge } = await list()
    expect(total).toBe(3)
    expect(data.map(({ slug, severity }: Record<string, string>) => [slug, severity])).toEqual([
      ['sails', 'critical'],
      ['forms', 'high'],
      ['wordpress', 'low'],
    ])
    expect(data[1]).toMatchObject({
      ...{ name: 'Forms', cve: 'CVE-2026-1111', fixed_in: '2.2', sources: ['file'], urls: ['https://example.com/f'] },
      ...{ open_sites: 2, active_sites: 1, accepted_sites: 0, fixed_sites: 0, versions: ['2.0', '2.1'] },
      exposed_since: '2026-11-15T09:00:00Z',
    })
    expect(knowledge).toMatchObject({ state: 'current', since: '2026-11-15T09:00:00Z' })
    expect((await list('?has_fix=false')).data).toMatchObject([{ slug: 'sails' }])
    expect((await list('?search=cve-2026-11')).data).toMatchObject([{ slug: 'forms' }])
    expect((await list('?slug=forms/forms.php&is_active=true')).data).toMatchObject([{ slug: 'forms' }])
    expect((await list('?severity=low,high&kind=core')).data).toMatchObject([{ slug: 'wordpress' }])
  })

  it('never shows an empty list as safety', async () => {
    expect((await list()).knowledge).toMatchObject({ state: 'not_configured', since: null })
    await rest('PUT /settings/vulnerabilities/edit', { wordfence_key: 'a-key-of-a-person' })
    expect((await list()).knowledge).toMatchObject({ state: 'never_read' })
    await importFile({ id: 'x', slug: 'absent' })
    expect(await list()).toMatchObject({ total: 0, knowledge: { state: 'current' } })
    fixture.service.clock.advance(31 * 86_400_000)
    expect((await list()).knowledge).toMatchObject({
      state: 'stale',
      sources: expect.arrayContaining([
        expect.objectContaining({ source: 'file', state: 'stale', stale_since: '2026-12-15T09:00:00Z' }),
      ]),
    })
  })

  it('counts only the sites that a limited key sees', async () => {
    await importFile(forms, sails)
    // Sites 1 and 4.
    const { data, total } = await list('', fixture.people.keys.limited.headers)
    expect([total, data]).toMatchObject([1, [{ slug: 'forms', open_sites: 1, versions: ['2.1'] }]])
    const { id } = (await list()).data[0]
    expect(
      (await rest(`GET /vulnerabilities/${id}`, undefined, fixture.people.keys.limited.headers)).body,
    ).toMatchObject({
      code: 'svc_vulnerability_not_found',
    })
    const counts = (await rest('GET /vulnerabilities/counts', undefined, fixture.people.keys.limited.headers)).body.data
    expect(counts).toMatchObject({ open: { high: 1, total: 1 }, sites: 1 })
  })
})

describe('a finding', () => {
  it('is fixed when the site has another version, and open again with an affected one', async () => {
    await importFile(forms)
    fixture.service.clock.advance(3_600_000)
    await changeVersion(1, '2.2')
    expect(await findings('?state=fixed')).toMatchObject([
      { site_id: 1, state: 'fixed', fixed_how: 'updated', fixed_version: '2.2', version: '2.1' },
    ])
    const { id } = (await list()).data[0]
    expect((await rest(`GET /vulnerabilities/${id}`)).body.data).toMatchObject({
      ...{ open_sites: 1, fixed_sites: 1, entries: [{ source: 'file', id: 'f', withdrawn_at: null }] },
      clock: {
        ...{
          published_at: '2026-11-15T07:00:00Z',
          seen_at: '2026-11-15T09:00:00Z',
          matched_at: '2026-11-15T09:00:00Z',
        },
        ...{ found_at: '2026-11-15T09:00:00Z', announced_at: '2026-11-15T09:00:00Z', notified_at: null },
        ...{ first_fixed_at: '2026-11-15T10:00:00Z', settled_at: null },
      },
    })
    await changeVersion(2, '2.2')
    expect((await rest(`GET /vulnerabilities/${id}`)).body.data.clock.settled_at).toBe('2026-11-15T10:00:00Z')
    await changeVersion(2, '2.0')
    expect((await rest(`GET /vulnerabilities/${id}`)).body.data.clock.settled_at).toBeNull()
    expect(await findings()).toMatchObject([{ site_id: 2, is_active: false, fixed_in: '2.2' }])
  })

  it('is published once per site, with the severity of the worst', async () => {
    await importFile(forms, sails)
    const found = await dataOfEvents(fixture.service.db, 'vulnerability.found')
    expect(found).toMatchObject([
      { count: 1, sites: 1, worst_severity: 'high', message: 'Forms 2.1: forms up to 2.1 (high, fixed in 2.2)' },
      { count: 2, worst_severity: 'critical', items: [{ name: 'Sails', fixed_in: null }, { name: 'Forms' }] },
    ])
    await changeVersion(1, '2.2')
    expect(await dataOfEvents(fixture.service.db, 'vulnerability.fixed')).toMatchObject([{ count: 1 }])
    await importFile(forms, sails)
    expect(await dataOfEvents(fixture.service.db, 'vulnerability.found')).toHaveLength(2)
  })

  it('stays open while the site does not report a version, and is closed but not fixed when the record changed', async () => {
    await importFile(forms)
    await changeVersion(1, '')
    expect(await findings()).toHaveLength(2)
    await changeVersion(1, '2.1')
    await importFile({ ...forms, to: '1.0' })
    expect(await findings('?state=fixed')).toMatchObject([
      { fixed_how: 'record_changed' },
      { fixed_how: 'record_changed' },
    ])
    expect((await rest('GET /vulnerabilities/counts')).body.data).toMatchObject({
      fixed_30_days: 0,
      open: { total: 0 },
    })
  })

  it('is accepted until a time, with reason and name', async () => {
    await importFile(forms)
    const { db, clock } = fixture.service
    const { id: recordId } = (await list()).data[0]
    const endsAt = new Date(clock.now().getTime() + 86_400_000)
    const acceptance = {
      recordId,
      siteIds: null,
      limits: null,
      reason: 'Behind a firewall',
      acceptedBy: 'ada',
      userId: null,
      endsAt,
    }
    const accepted = await db.transaction().execute((trx) => acceptFindings(trx, acceptance, clock.now()))
    expect(accepted).toMatchObject({ findings: 2 })
    expect((await list()).total).toBe(0)
    expect(await findings('?state=accepted')).toMatchObject([
      { acceptance: { reason: 'Behind a firewall', accepted_by: 'ada', ends_at: '2026-11-16T09:00:00Z' } },
      { state: 'accepted' },
    ])
    clock.advance(86_400_000)
    expect(await fixture.service.app.run('settle-vulnerabilities', {})).toMatchObject({ output: { reopened: 2 } })
    expect((await list()).data).toMatchObject([{ open_sites: 2, accepted_sites: 0 }])
    const again = await db
      .transaction()
      .execute((trx) => acceptFindings(trx, { ...acceptance, siteIds: [1] }, clock.now()))
    expect(await db.transaction().execute((trx) => endAcceptance(trx, again.acceptance_id!, null, clock.now()))).toBe(1)
  })
})

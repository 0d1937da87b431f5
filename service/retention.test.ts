import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { features, retentionRules } from './catalogue.ts'
import { retentionQueue } from './platform/queue/queue.ts'
import { setUpService } from './testing/people.ts'

/** Tables without a retention rule, by the reason. A new table gets a rule in its feature or a place here. */
const withoutRule: Record<string, string[]> = {
  'a fixed number of rows': [
    'notification_cursor',
    'event_epoch',
    ...[
      'audit_head',
      'audit_purged',
      'change_log_audit',
      'data_versions',
      'domain_monitor_settings',
      'instance_secrets',
      'migrations',
    ],
    ...[
      'modules',
      'rdap_bootstrap',
      'rdap_pauses',
      'settings',
      'time_settings',
      'update_slots',
      'vulnerability_sources',
    ],
    'report_settings',
    'oidc_settings',
    'mail_server',
    'service_backup_settings',
  ],
  'created and deleted by users': [
    ...[
      'activation_notes',
      'api_keys',
      'application_passwords',
      'compatible_key_pairs',
      'client_contacts',
      'client_field_values',
      'client_fields',
      'clients',
    ],
    ...['cost_choices', 'cost_targets', 'costs', 'dismissed_messages', 'ignored_updates', 'notification_webhooks'],
    'webhook_endpoints',
    ...['notification_channels', 'notification_rules'],
    ...['passkeys', 'recovery_codes', 'roles', 'totp_factors'],
    'client_report_settings',
    ...['provider_secrets', 'report_schedules', 'site_tags', 'sites', 'tags', 'time_bucket_clients', 'time_buckets'],
    ...['time_entries', 'time_task_sites', 'time_tasks', 'users', 'oidc_identities'],
    ...['move_in_ids', 'moved_sites'],
    'update_policies',
    ...['vulnerability_keys', 'vulnerability_acceptances'],
    ...['views', 'user_preferences'],
  ],
  'the current state of sites': [
    'failed_site_checks',
    ...['domains', 'monitors', 'perf_results', 'poor_health', 'site_change_cursors'],
    ...['site_domains', 'site_icons', 'site_leases', 'site_parts', 'site_schedules', 'site_search', 'site_security'],
    ...['site_software', 'site_software_digests', 'site_update_counts', 'site_updates', 'software_counts'],
    'site_update_windows',
    ...['software_items', 'ssl_checks', 'update_counts', 'update_group_counts', 'vulnerabilities'],
    ...['vulnerability_records', 'vulnerability_site_checks', 'directory_items'],
  ],
  'emptied by the work that reads it': [
    ...['admin_login_tickets', 'api_key_calls', 'monitor_hours', 'monitor_shares', 'monitor_workers'],
    ...['software_count_changes', 'update_count_changes', 'update_group_count_changes', 'vulnerability_pending'],
  ],
  'the proof that a client was erased, one row for each': ['client_erasures'],
  'ended by the outcome of the call, or an hour after its start': ['audit_open_calls'],
  'deleted by the cleanup a day after the request': ['request_claims'],
  'ended by the cleanup an hour after the first refusal': ['audit_refusals'],
  'removed by the audit trail itself, which keeps the seal of what it removes': ['audit_lines'],
}

const tablesOf = ({ table, cascadesTo = [] }: (typeof retentionRules)[number]) => [table, ...cascadesTo]

describe('every table', () => {
  const fixture = setUpService()
  it('has a retention rule or a reason for having none', async () => {
    const { rows } = await fixture.service.db.pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    const listed = [...retentionRules.flatMap(tablesOf), ...Object.values(withoutRule).flat()]
    expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('has an index that finds its old rows, unless it has few rows', async () => {
    const { rows } = await fixture.service.db.pool.query<{ indexed: string }>(
      `select distinct indrelid::regclass || '.' || attname as indexed from pg_index
       join pg_attribute on attrelid = indrelid and attnum = indkey[0]
       where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
    )
    const indexed = rows.map((row) => row.indexed)
    const searched = retentionRules.flatMap((rule) => ('column' in rule ? [`${rule.table}.${rule.column}`] : []))
    const small = ['failed_guesses', 'known_devices', 'held_releases', 'automatic_update_runs', 'maintenance_windows']
    const [handled, moved] = [
      ['incident_handling', 'report_deliveries'],
      ['export_scripts', 'move_ins', 'move_in_facts'],
    ]
    const withoutIndex = searched.filter((column) => !indexed.includes(column)).map((column) => column.split('.')[0])
    expect(withoutIndex.toSorted()).toEqual([...small, ...handled, ...moved, 'parity_reports'].toSorted())
  })

  it('is listed in docs/sizing.md with the time that its rows are stored', () => {
    const text = readFileSync(new URL('../docs/sizing.md', import.meta.url), 'utf8')
    const rows = text.split('<!-- growth -->')[1]!.split('<!-- /growth -->')[0]!.trim().split('\n').slice(2)
    const documented = rows.map((row) => row.split('|').slice(1, 3).join('|').trim())
    const { settings } = fixture.service.app.context
    const stored = retentionRules.flatMap((rule) => {
      const days = typeof rule.keepDays === 'number' ? rule.keepDays : rule.keepDays(settings)
      return tablesOf(rule).map((table) => `\`${table}\` | ${days === 0 ? 'until their end' : `${days} days`}`)
    })
    expect(documented).toEqual([...stored, '`audit_lines` | without limit'].toSorted())
  })

  it('is deleted from by the feature that owns it', () => {
    for (const { name, tables = [], retention = [] } of features)
      for (const table of retention.flatMap(tablesOf)) expect(tables, name).toContain(table)
  })
})

describe('a process that works', () => {
  const fixture = setUpService({ works: true, pace: { batches: 0 } })
  it('deletes old rows when the schedule sends a message', async () => {
    const { db, clock, app } = fixture.service
    await db
      .insertInto('user_orders')
      .values({ id: 1, content: 'sealed', created_at: new Date(clock.now().getTime() - 4 * 86_400_000) })
      .execute()
    const send = async () => {
      // Again each time: a message is refused while the hourly run is in progress.
      await app.queue.boss.send(retentionQueue, {})
      return db.selectFrom('user_orders').select('id').execute()
    }
    await expect.poll(send, { timeout: 60_000 }).toEqual([])
  }, 70_000)
})

import { describe, expect, it } from 'vitest'
import { sealedColumns } from '../../../catalogue.ts'
import { setUpService } from '../../../testing/people.ts'
import { exportedTables } from './exported-tables.ts'

/** Tables that are not exported, by the reason. A new table is exported or gets a place here. */
const notExported: Record<string, string[]> = {
  'credentials and sign-ins, which are valid in this installation only': [
    ...[
      'admin_login_tickets',
      'compatible_key_pairs',
      'failed_guesses',
      'instance_secrets',
      'invitations',
      'key_logins',
      'oauth_keys',
      'known_devices',
    ],
    ...['oidc_identities', 'oidc_logins', 'oidc_sessions', 'passkey_challenges', 'passkeys', 'password_resets'],
    ...['recovery_codes', 'sessions', 'sign_in_challenges', 'totp_factors', 'site_former_keys'],
  ],
  'uploads and orders in progress, with secrets': [
    ...['export_scripts', 'move_in_records', 'move_ins', 'move_in_dump_parts', 'site_import_rows', 'user_orders'],
  ],
  'uploaded files and pictures, which are kept for a month': [
    ...['packages', 'package_parts', 'package_downloads', 'update_screenshots'],
  ],
  'work in progress; its results are in update_history, site_changes and audit_lines': [
    'approvals',
    'bulk_plans',
    'client_erasures',
    'job_targets',
    'jobs',
  ],
  'state of the processes and of their schedules': [
    ...['activation_notes', 'change_log_audit', 'data_versions', 'migrations', 'monitor_shares', 'monitor_workers'],
    ...['site_change_cursors', 'site_leases', 'site_parts', 'site_schedules', 'update_slots', 'rdap_pauses'],
    ...['notification_cursor', 'event_epoch', 'guards', 'site_update_windows', 'request_claims'],
  ],
  'backups of this installation, and the target of this server': [
    ...['service_backup_settings', 'service_backups', 'service_backup_parts', 'service_backup_checks'],
  ],
  'a log for programs that follow this installation': ['events', 'event_keys', 'webhook_deliveries'],
  'seals of the audit trail, which only this installation can check': ['audit_head', 'audit_purged'],
  'audit lines that are not complete yet, and counts of calls': [
    ...['audit_open_calls', 'audit_refusals', 'api_key_addresses', 'api_key_calls'],
  ],
  'what another dashboard knew, and the comparison with it': ['move_in_facts', 'parity_reports', 'parity_differences'],
  'computed from exported tables': [
    ...['site_search', 'site_software_digests', 'site_update_counts', 'software_count_changes', 'software_counts'],
    ...['software_items', 'update_count_changes', 'update_counts', 'update_group_count_changes', 'update_group_counts'],
  ],
  'keys that are entered again, and decisions about findings of this installation': [
    ...['vulnerability_keys', 'vulnerability_acceptances'],
  ],
  'read again from the site, or public': [
    ...[
      'failed_site_checks',
      'poor_health',
      'rdap_bootstrap',
      'site_icons',
      'site_security',
      'site_updates',
      'ssl_checks',
      'vulnerabilities',
    ],
    ...['vulnerability_sources', 'vulnerability_records', 'vulnerability_pending', 'vulnerability_site_checks'],
    ...['vulnerability_messages', 'directory_items', 'vulnerability_findings', 'vulnerability_fixes'],
  ],
  'single measurements in a packed format; monitor_days has their sums': ['monitor_day_beats', 'monitor_hours'],
  'that a message was sent or dismissed': [
    ...['daily_digests', 'dismissed_messages', 'domain_warnings', 'ssl_warnings', 'channel_messages', 'rule_matches'],
  ],
}

/** Columns of exported tables that are not exported, by the reason. */
const omitted: Record<string, string[]> = {
  'a hash or secret that is valid in this installation only': [
    ...['users.password_hash', 'api_keys.hash', 'application_passwords.hash', 'audit_lines.seal', 'sites.cookies'],
    ...['sites.pending_private_key', 'sites.regverify'],
  ],
  'internal: the form of a value for comparisons, or the state of work': [
    ...['sites.identity', 'site_changes.key'],
    ...['report_schedules.held_until', 'domains.next_at', 'moved_sites.imported_key', 'api_keys.from_environment'],
    ...['maintenance_windows.planned_until', 'webhook_endpoints.position', 'rollouts.actor'],
    ...['rollout_steps.job_position', 'update_checks.watch_next_at'],
  ],
  'a picture that the next audit takes again': ['perf_results.picture', 'perf_results.picture_at'],
  'the key of a table with one row': ['domain_monitor_settings.only_row', 'mail_server.id', 'oidc_settings.id'],
}

const columnsOf = ({ table, columns }: (typeof exportedTables)[number]) =>
  columns.split(' ').map((column) => `${table}.${column}`)
const secretsOf = ({ table, secrets = [], clearSecrets = [] }: (typeof exportedTables)[number]) =>
  [...secrets, ...clearSecrets].map((column) => `${table}.${column}`)

describe('every table', () => {
  const fixture = setUpService()

  it('is exported or has a reason', async () => {
    const { rows } = await fixture.service.db.pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    const decided = [...exportedTables.map(({ table }) => table), ...Object.values(notExported).flat()]
    expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('that is exported has a decision for each column', async () => {
    const { rows } = await fixture.service.db.pool.query<{ name: string }>(
      `select relname || '.' || attname as name from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace = 'public'::regnamespace and relname = any($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
      [exportedTables.map(({ table }) => table)],
    )
    const decided = [
      ...exportedTables.flatMap(columnsOf),
      ...exportedTables.flatMap(secretsOf),
      ...Object.values(omitted).flat(),
    ]
    expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('has its sealed columns among the secrets', () => {
    const sealed = new Set<string>(sealedColumns)
    expect(exportedTables.flatMap(columnsOf).filter((column) => sealed.has(column))).toEqual([])
    const opened = exportedTables.flatMap(({ table, secrets = [] }) => secrets.map((column) => `${table}.${column}`))
    expect(opened.filter((column) => !sealed.has(column))).toEqual([])
  })
})

import { sql } from 'kysely'
import { containing } from '../../platform/database/fragments.ts'
import { auditTextsOf } from './client-subject.ts'
import {
  anyOf,
  atAddresses,
  type FindRows,
  limitedIn,
  mentioningIn,
  ofClient,
  ofSites,
  referringTo,
  withoutLimitsIn,
} from './find-rows.ts'

/** A table with data of clients. The order is that of an erasure: what is found through other rows comes before them. */
export interface ClientTable {
  table: string
  /** For people: in the index of an archive and in a plan. */
  label: string
  find: FindRows
  /**
   * - `delete`: the rows are deleted.
   * - `with others`: they are deleted with the rows they belong to, by a foreign key.
   * - `keep`: they stay, for the reason in `because`.
   * - otherwise: the columns that are overwritten; `when` limits it to rows that may be changed now.
   */
  erase: 'delete' | 'with others' | 'keep' | { set: FindRows; when?: ReturnType<FindRows> }
  because?: string
  /** Columns of the archive if the table is not in the export of the fleet; null: technical state, not in the archive. */
  columns?: string | null
  key?: readonly string[]
}

const bySite = (table: string, label: string, more: Partial<ClientTable> = {}): ClientTable => ({
  table,
  label,
  find: ofSites(),
  erase: 'with others',
  ...more,
})
const technical = (table: string): ClientTable => bySite(table, 'Technical state', { columns: null })
const ofIncidents = referringTo('incident_id', 'monitor_incidents', 'id', ofSites())
const ofTasks = anyOf(ofClient(), (subject) => {
  const own = referringTo('id', 'time_task_sites', 'task_id', ofSites())
  return sql`(client_id is null and ${own(subject)})`
})
const ofCosts: FindRows = (subject) => {
  const isOwn = anyOf(ofClient(), ofSites())(subject)
  return sql`id in (select cost_id from cost_targets where ${isOwn})
    and id not in (select cost_id from cost_targets where (${isOwn}) is not true)`
}
const ofEvents = anyOf(ofSites(), ofClient(), atAddresses())
const ofMatches = anyOf(
  ({ siteIds }) => sql`(event ->> 'site_id')::bigint = any (${siteIds}::bigint[])`,
  referringTo('event_id', 'events', 'id', ofEvents),
  mentioningIn('event'),
)
/** Rows of an uploaded fleet that became rows of this client. */
const ofMovedIds: FindRows = ({ clientId, siteIds }) =>
  sql`((kind = 'client' and new_id = ${clientId}) or (kind = 'site' and new_id = any (${siteIds}::bigint[])))`
const ofMovedRows: FindRows = (subject) =>
  sql`(kind, old_id) in (select kind, old_id from move_in_ids where ${ofMovedIds(subject)})`
const limitArrays: FindRows = ({ clientId, siteIds }) =>
  sql`(client_ids @> array[${clientId}::bigint] or site_ids && ${siteIds}::bigint[])`
const withoutLimitArrays: FindRows = ({ clientId, siteIds }) =>
  sql`client_ids = array_remove(client_ids, ${clientId}::bigint),
    site_ids = case when site_ids is not null then array(select unnest(site_ids) except select unnest(${siteIds}::bigint[])) end`

export const clientTables: readonly ClientTable[] = [
  // Found through rows that are deleted with the sites and the client.
  { table: 'costs', label: 'Costs of this client alone', find: ofCosts, erase: 'delete' },
  {
    table: 'time_entries',
    label: 'Hours',
    find: referringTo('task_id', 'time_tasks', 'id', ofTasks),
    erase: 'with others',
  },
  { table: 'time_task_sites', label: 'Sites of tasks', find: ofSites(), erase: 'with others' },
  { table: 'time_tasks', label: 'Tasks', find: ofTasks, erase: 'delete' },
  {
    table: 'time_buckets',
    label: 'Retainers of this client alone',
    find: ({ clientId }) =>
      sql`id in (select bucket_id from time_bucket_clients group by bucket_id having bool_and(client_id = ${clientId}))`,
    erase: 'delete',
  },
  { table: 'time_bucket_clients', label: 'Retainers', find: ofClient(), erase: 'with others' },
  {
    table: 'domain_warnings',
    label: 'Warnings about domains',
    find: ({ domains }) => sql`domain = any (${domains}::text[])`,
    erase: 'with others',
    columns: 'domain expires_at threshold days_left warned_at',
    key: ['domain', 'expires_at', 'threshold'],
  },
  {
    table: 'domains',
    label: 'Domains',
    find: ({ domains }) => sql`name = any (${domains}::text[])`,
    erase: 'delete',
  },
  {
    table: 'client_fields',
    label: 'Names of custom fields',
    find: referringTo('id', 'client_field_values', 'field_id', ofClient()),
    erase: 'keep',
    because: 'all clients have them',
  },
  {
    table: 'tags',
    label: 'Tags of the sites',
    find: referringTo('id', 'site_tags', 'tag_id', ofSites()),
    erase: 'keep',
    because: 'other sites may have them',
  },
  bySite('update_checks', 'Checks of updates', { erase: 'delete' }),
  bySite('update_screenshots', 'Screenshots, without the pictures', {
    columns: 'run moment site_id taken_at width height',
    key: ['run', 'moment'],
  }),
  // With the sites.
  { table: 'sites', label: 'Sites, with notes', find: ofSites('id'), erase: 'delete' },
  bySite('site_tags', 'Tags of sites'),
  bySite('site_domains', 'Domains of sites'),
  bySite('site_software', 'Plugins and themes'),
  bySite('site_changes', 'Changes of sites'),
  bySite('site_backups', 'Dates of backups'),
  bySite('site_updates', 'Available updates', {
    columns: 'site_id type slug name current_version new_version first_seen_at ignored',
    key: ['site_id', 'type', 'slug'],
  }),
  bySite('site_security', 'Security checks', { columns: 'site_id checks', key: ['site_id'] }),
  bySite('ssl_checks', 'Certificates', {
    columns: 'site_id url outcome common_name valid_from valid_to checked_at',
    key: ['site_id'],
  }),
  bySite('ssl_warnings', 'Warnings about certificates', {
    columns: 'site_id fingerprint threshold days_left valid_to warned_at',
    key: ['site_id', 'warned_at'],
  }),
  bySite('vulnerability_findings', 'Vulnerabilities', {
    columns: 'id site_id kind slug name version fixed_in first_seen_at fixed_at fixed_how fixed_version',
    key: ['id'],
  }),
  bySite('vulnerability_fixes', 'Fixes of vulnerabilities', {
    columns: 'id site_id kind slug name old_version action wanted_version is_automatic started_at started_by',
    key: ['id'],
  }),
  bySite('poor_health', 'Health alerts', { columns: 'site_id score notified_at', key: ['site_id'] }),
  bySite('monitors', 'Monitors'),
  bySite('monitor_incidents', 'Incidents'),
  { table: 'incident_handling', label: 'Handling of incidents', find: ofIncidents, erase: 'with others' },
  { table: 'incident_entries', label: 'Notes about incidents', find: ofIncidents, erase: 'with others' },
  bySite('monitor_gaps', 'Time without monitoring'),
  bySite('monitor_days', 'Days of monitoring'),
  bySite('perf_audits', 'Performance audits'),
  bySite('perf_results', 'Latest performance audits'),
  bySite('ignored_updates', 'Ignored updates'),
  bySite('release_failures', 'Failed releases'),
  bySite('guards', 'Guarded updates', {
    columns: 'id site_id run type slug name version state reason culprit armed_by created_at ended_at',
    key: ['id'],
  }),
  bySite('moved_sites', 'Sites from another dashboard'),
  ...[
    ...['site_icons', 'site_leases', 'site_parts', 'site_schedules', 'site_search', 'site_software_digests'],
    ...['site_update_counts', 'site_update_windows', 'site_change_cursors', 'site_former_keys', 'admin_login_tickets'],
    ...['package_downloads', 'monitor_hours', 'monitor_day_beats', 'vulnerability_site_checks'],
  ].map(technical),
  // With the client.
  { table: 'clients', label: 'Client: contact and notes', find: ofClient('id'), erase: 'delete' },
  { table: 'client_field_values', label: 'Custom fields', find: ofClient(), erase: 'with others' },
  { table: 'cost_targets', label: 'Costs', find: anyOf(ofClient(), ofSites()), erase: 'with others' },
  { table: 'time_settings', label: 'Settings of hours', find: ofClient(), erase: 'with others' },
  { table: 'client_report_settings', label: 'Branding and language', find: ofClient(), erase: 'with others' },
  { table: 'report_schedules', label: 'Schedule of reports', find: ofClient(), erase: 'with others' },
  { table: 'report_deliveries', label: 'Sent reports', find: ofClient(), erase: 'with others' },
  { table: 'update_policies', label: 'Update policies', find: anyOf(ofClient(), ofSites()), erase: 'with others' },
  {
    table: 'maintenance_windows',
    label: 'Maintenance windows',
    find: anyOf(ofClient(), ofSites()),
    erase: 'with others',
  },
  { table: 'maintenance_periods', label: 'Maintenance', find: anyOf(ofClient(), ofSites()), erase: 'with others' },
  // Histories that stay when a site is deleted.
  { table: 'update_history', label: 'Update history', find: anyOf(ofSites(), atAddresses()), erase: 'delete' },
  {
    table: 'rollout_steps',
    label: 'Sites in rollouts',
    find: anyOf(ofSites(), atAddresses()),
    erase: {
      set: () => sql`site_id = null, site_name = 'Erased site', site_url = '', message = null, rollback_message = null`,
    },
  },
  {
    table: 'job_targets',
    label: 'Sites in jobs, with stored answers',
    find: anyOf(ofSites(), mentioningIn('label')),
    erase: {
      set: () => sql`site_id = null, label = 'Erased site', input = '{}', result = null, error_message = null`,
      // A worker has the others.
      when: sql`finished_at is not null`,
    },
    columns: 'job_id position site_id label state result error_code error_message started_at finished_at',
    key: ['job_id', 'position'],
  },
  {
    table: 'jobs',
    label: 'Jobs that left out sites of the client',
    find: anyOf(
      limitedIn('actor'),
      ({ siteIds }) => sql`exists (select from jsonb_array_elements(skipped) as left_out
      where (left_out ->> 'site_id')::bigint = any (${siteIds}::bigint[]))`,
    ),
    erase: {
      set: (subject) => sql`${withoutLimitsIn('actor')(subject)}, skipped = coalesce((
        select jsonb_agg(left_out) from jsonb_array_elements(skipped) as left_out
        where ((left_out ->> 'site_id')::bigint = any (${subject.siteIds}::bigint[])) is not true), '[]')`,
    },
    columns: null,
  },
  // What was sent, and the events it was about.
  {
    table: 'channel_messages',
    label: 'Sent messages and e-mails',
    find: anyOf(referringTo('id', 'rule_matches', 'message_id', ofMatches), mentioningIn('title', 'body')),
    erase: 'delete',
    columns: 'id channel_id title body state created_at sent_at last_error',
    key: ['id'],
  },
  {
    table: 'rule_matches',
    label: 'Events of messages',
    find: ofMatches,
    erase: 'delete',
    columns: 'id channel_id rule_id published_at event state',
    key: ['id'],
  },
  {
    table: 'webhook_deliveries',
    label: 'Deliveries to webhooks',
    find: anyOf(
      ({ siteIds, clientId }) =>
        sql`subject = any (select 'site:' || site from unnest(${siteIds}::bigint[]) as site union all select ${`client:${clientId}`}::text)`,
      referringTo('event_id', 'events', 'id', ofEvents),
      mentioningIn('body'),
    ),
    erase: 'delete',
    columns: 'id webhook_id type subject body state attempted_at status created_at',
    key: ['id'],
  },
  {
    table: 'events',
    label: 'Events',
    find: ofEvents,
    erase: 'delete',
    columns: 'id type severity site_id site_name site_url client_id subject happened_at data',
    key: ['id'],
  },
  {
    table: 'event_keys',
    label: 'Technical state',
    find: ({ clientId }) => sql`key like ${`report ${clientId} %`}`,
    erase: 'delete',
    columns: null,
  },
  // What users have set.
  {
    table: 'views',
    label: 'Saved views of this client',
    find: ({ clientId }) => sql`filters ->> 'client_id' = ${String(clientId)}`,
    erase: 'delete',
  },
  {
    table: 'bulk_plans',
    label: 'Technical state',
    find: ({
      clientId,
      siteIds,
    }) => sql`(site_ids && ${siteIds}::bigint[] or options ->> 'client_id' = ${String(clientId)}
      or exists (select from jsonb_array_elements(left_out) as one where (one ->> 'site_id')::bigint = any (${siteIds}::bigint[])))`,
    erase: 'delete',
    columns: null,
  },
  {
    table: 'notification_rules',
    label: 'Rules of notifications',
    find: ({ clientId }) => sql`client_ids @> array[${clientId}::bigint]`,
    erase: {
      // Without clients it would apply to all of them.
      set: ({ clientId }) =>
        sql`active = active and cardinality(client_ids) > 1, client_ids = array_remove(client_ids, ${clientId}::bigint)`,
    },
  },
  {
    table: 'users',
    label: 'Users limited to the client',
    find: limitArrays,
    erase: { set: withoutLimitArrays },
    columns: null,
  },
  {
    table: 'api_keys',
    label: 'API keys limited to the client',
    find: limitArrays,
    erase: { set: withoutLimitArrays },
    columns: null,
  },
  ...[
    ['invitations', 'limits'],
    ['oidc_settings', 'mappings'],
    ['webhook_endpoints', 'owner'],
    ['rollouts', 'actor'],
  ].map(
    ([table = '', column = '']): ClientTable => ({
      table,
      label: 'Limits of users and keys',
      find: limitedIn(column),
      erase: { set: withoutLimitsIn(column) },
      columns: null,
    }),
  ),
  // What another dashboard knew.
  {
    table: 'parity_differences',
    label: 'Comparison with another dashboard',
    find: anyOf(ofMovedRows, mentioningIn('name', 'there', 'here')),
    erase: 'delete',
    columns: 'report_id position kind old_id new_id name field there here result reason',
    key: ['report_id', 'position'],
  },
  {
    table: 'move_in_facts',
    label: 'Data of another dashboard',
    find: anyOf(ofMovedRows, mentioningIn('fields')),
    erase: 'delete',
    columns: 'source kind old_id fields stored_at',
    key: ['source', 'kind', 'old_id'],
  },
  {
    table: 'move_in_records',
    label: 'Technical state',
    find: anyOf(ofMovedRows, mentioningIn('label', 'identity')),
    erase: 'delete',
    columns: null,
  },
  { table: 'move_in_ids', label: 'Ids in another dashboard', find: ofMovedIds, erase: 'delete' },
  // Computed.
  ...['update_group_counts', 'update_group_count_changes'].map(
    (table): ClientTable => ({
      table,
      label: 'Technical state',
      find: ({ clientId }) => sql`(kind = 'client' and group_id = ${clientId})`,
      erase: 'delete',
      columns: null,
    }),
  ),
  // A theme often has the name of the client.
  ...[
    ...['software_items', 'software_counts', 'software_count_changes', 'update_counts', 'update_count_changes'],
    ...['directory_items', 'held_releases', 'vulnerability_pending'],
  ].map(
    (table): ClientTable => ({
      table,
      label: 'Plugins and themes of this client alone',
      find: ({ ownSlugs }) => sql`slug = any (${ownSlugs}::text[])`,
      erase: 'delete',
      columns: null,
    }),
  ),
  // The audit trail.
  {
    table: 'audit_lines',
    label: 'Audit trail',
    find: (subject) => {
      const texts = auditTextsOf(subject).map(containing)
      const ofLines = referringTo('id', 'audit_line_sites', 'line_id', ofSites())
      return sql`(${ofLines(subject)} or subject like any (${texts}::text[]))`
    },
    erase: 'keep',
    because: 'it proves who did what, also that the client was erased',
  },
  bySite('audit_line_sites', 'Audit trail by site', { erase: 'keep', because: 'it belongs to the audit trail' }),
]

/** Tables without data of clients, by the reason. A new table gets a place here or above. */
export const tablesWithoutClientData: Readonly<Record<string, readonly string[]>> = {
  'people who work here, their credentials and sign-ins': [
    ...['application_passwords', 'compatible_key_pairs', 'failed_guesses', 'instance_secrets', 'known_devices'],
    ...[
      'oidc_identities',
      'oidc_logins',
      'oidc_sessions',
      'passkey_challenges',
      'passkeys',
      'password_resets',
      'roles',
    ],
    ...['recovery_codes', 'sessions', 'sign_in_challenges', 'totp_factors', 'dismissed_messages', 'user_preferences'],
    ...['api_key_addresses', 'api_key_calls'],
  ],
  'settings of the installation': [
    ...['activation_notes', 'cost_choices', 'domain_monitor_settings', 'mail_server', 'modules', 'provider_secrets'],
    ...['notification_channels', 'notification_webhooks', 'report_settings', 'settings', 'vulnerability_keys'],
  ],
  'plugins, themes and releases, not their users': [
    ...['packages', 'package_parts', 'vulnerabilities', 'vulnerability_acceptances', 'vulnerability_messages'],
    ...['vulnerability_records', 'vulnerability_sources'],
  ],
  'sums over the whole fleet': [
    'automatic_update_runs',
    'daily_digests',
    'fleet_days',
    'parity_reports',
    'rollout_waves',
  ],
  'state of the processes': [
    ...['change_log_audit', 'data_versions', 'migrations', 'monitor_shares', 'monitor_workers', 'notification_cursor'],
    ...['rdap_bootstrap', 'rdap_pauses', 'update_slots', 'client_erasures'],
  ],
  'sealed uploads and orders, which are deleted after a few days': [
    ...['export_scripts', 'move_ins', 'move_in_dump_parts', 'site_import_rows', 'user_orders'],
  ],
  'the audit trail, which is kept': ['audit_head', 'audit_open_calls', 'audit_purged', 'audit_refusals'],
}

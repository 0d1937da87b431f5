import { sql } from 'kysely'
import type { ClientDataTable } from './client-data-table.ts'
import { anyOf, type FindRows, ofClient, ofSites, referringTo } from './find-row-store.ts'

const bySite = (table: string, label: string, more: Partial<ClientDataTable> = {}): ClientDataTable => ({
  table,
  label,
  find: ofSites(),
  erase: 'with others',
  ...more,
})
const technical = (table: string): ClientDataTable => bySite(table, 'Technical state', { columns: null })
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
/** The client, its sites, and what belongs to them. */
export const ownedTables: readonly ClientDataTable[] = [
  // Found through rows that are deleted with the sites and the client.
  {
    table: 'costs',
    label: 'Costs',
    find: ofCosts,
    archive: referringTo('id', 'cost_targets', 'cost_id', anyOf(ofClient(), ofSites())),
    erase: 'delete',
  },
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
    label: 'Retainers',
    find: ({ clientId }) =>
      sql`id in (select bucket_id from time_bucket_clients group by bucket_id having bool_and(client_id = ${clientId}))`,
    archive: referringTo('id', 'time_bucket_clients', 'bucket_id', ofClient()),
    erase: 'delete',
  },
  { table: 'time_bucket_clients', label: 'Clients of retainers', find: ofClient(), erase: 'with others' },
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
  bySite('failed_site_checks', 'Failed checks after updates', {
    columns: 'site_id run state message failed_at',
    key: ['site_id'],
  }),
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
  { table: 'client_contacts', label: 'Contacts', find: ofClient(), erase: 'with others' },
  { table: 'client_field_values', label: 'Custom fields', find: ofClient(), erase: 'with others' },
  { table: 'cost_targets', label: 'Costs', find: anyOf(ofClient(), ofSites()), erase: 'with others' },
  { table: 'time_settings', label: 'Settings of hours', find: ofClient(), erase: 'with others' },
  { table: 'client_report_settings', label: 'Branding and language', find: ofClient(), erase: 'with others' },
  { table: 'report_schedules', label: 'Schedule of reports', find: ofClient(), erase: 'with others' },
  { table: 'report_deliveries', label: 'Sent reports', find: ofClient(), erase: 'with others' },
  {
    table: 'update_policies',
    label: 'Update policies',
    find: anyOf(
      ofClient(),
      ofSites(),
      referringTo('view_id', 'views', 'id', ({ clientId }) => sql`filters ->> 'client_id' = ${String(clientId)}`),
    ),
    // A view that is the target of a policy cannot be deleted.
    erase: 'delete',
  },
  {
    table: 'maintenance_windows',
    label: 'Maintenance windows',
    find: anyOf(ofClient(), ofSites()),
    erase: 'with others',
  },
  { table: 'maintenance_periods', label: 'Maintenance', find: anyOf(ofClient(), ofSites()), erase: 'with others' },
]

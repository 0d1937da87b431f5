import { sql } from 'kysely'
import { containing } from '../../platform/database/fragments.ts'
import type { ClientDataTable } from './client-data-table.ts'
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
} from './find-row-store.ts'

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

/** What stays when a site or a client is only deleted: histories, messages, settings of users. */
export const historyTables: readonly ClientDataTable[] = [
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
  ...['inbox_snoozes', 'inbox_assignments'].map(
    (table): ClientDataTable => ({
      table,
      label: 'Decisions about items of the inbox',
      // Keys of these kinds begin with the id of a site or with a domain.
      find: ({ siteIds, domains }) => sql`((kind in ('site-disconnected', 'certificate', 'update-failed')
          and split_part(key, ' ', 1) = any (${siteIds.map(String)}::text[]))
        or (kind = 'domain' and split_part(key, ' ', 1) = any (${domains}::text[])))`,
      erase: 'delete',
      columns: null,
    }),
  ),
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
    ([table = '', column = '']): ClientDataTable => ({
      table,
      label: 'Limits of users and keys',
      find: limitedIn(column),
      erase: { set: withoutLimitsIn(column) },
      columns: null,
    }),
  ),
  {
    table: 'approvals',
    label: 'Calls that needed approval',
    find: mentioningIn('request'),
    erase: 'delete',
    columns: 'id operation request state requested_at decided_at decided_by',
    key: ['id'],
  },
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
    (table): ClientDataTable => ({
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
    (table): ClientDataTable => ({
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
  {
    table: 'audit_line_sites',
    label: 'Audit trail by site',
    find: ofSites(),
    erase: 'keep',
    because: 'it belongs to the audit trail',
  },
]

/** A table of the export, with the columns in the order of its files. */
export interface FleetTable {
  table: string
  /** Identify a row; the files are in this order. Empty: the table has one row. */
  key: readonly string[]
  /** Separated by blanks. A column that is added to the database must be added here or in the test of this file. */
  columns: string
  /** Columns sealed by the master key. They are exported encrypted, and only if a public key is given. */
  secrets?: readonly string[]
  /** The same for columns that are not sealed in the database. */
  clearSecrets?: readonly string[]
}

/** All data that a user owns. The test lists every other table and column, with the reason why it is not exported. */
export const exportedTables: readonly FleetTable[] = [
  // Sites
  {
    table: 'sites',
    key: ['id'],
    columns:
      'id url name connection disconnected_code disconnected_reason suspended_by status client_id notes admin_username verify_tls public_key wp_version php_version child_version facts icon_url health_score last_sync last_sync_attempt sync_error_code sync_error checked_at reachable http_status response_time_ms created_at updated_at name_is_automatic disconnected_last status_since sync_failing_since health_score_at address_changed_at key_refused_since key_refused_at key_refusals key_is_retried',
    secrets: ['private_key', 'http_pass', 'unique_id'],
    clearSecrets: ['http_user'],
  },
  { table: 'site_tags', key: ['site_id', 'tag_id'], columns: 'site_id tag_id' },
  { table: 'tags', key: ['id'], columns: 'id name color created_at updated_at' },
  { table: 'site_domains', key: ['site_id'], columns: 'site_id url domain' },
  {
    table: 'site_software',
    key: ['site_id', 'kind', 'slug'],
    columns: 'site_id last_updated active must_use is_connector parent_of_active kind slug name version',
  },
  {
    table: 'site_changes',
    key: ['id'],
    columns: 'id site_id at source type action item description user_name outcome job_id',
  },
  { table: 'site_backups', key: ['site_id', 'at'], columns: 'site_id at noted_at' },
  {
    table: 'views',
    key: ['id'],
    columns: 'id user_id name shared filters sort sort_order columns created_at updated_at',
  },
  { table: 'inbox_snoozes', key: ['user_id', 'kind', 'key'], columns: 'user_id kind key until' },
  { table: 'inbox_assignments', key: ['kind', 'key'], columns: 'kind key user_id assigned_by assigned_at' },
  { table: 'user_preferences', key: ['user_id', 'name'], columns: 'user_id name value updated_at' },
  // Safe updates
  {
    table: 'update_policies',
    key: ['id'],
    columns: 'id scope tag_id view_id client_id site_id item_type item_slug rules updated_at updated_by',
  },
  {
    table: 'held_releases',
    key: ['id'],
    columns: 'id type slug version name reason held_at lifted_at lifted_by',
  },
  {
    table: 'release_failures',
    key: ['type', 'slug', 'version', 'site_id'],
    columns: 'type slug version site_id name message failed_at cause taken_back',
  },
  {
    table: 'update_checks',
    key: ['run'],
    columns:
      'run site_id started_at finished_at healthy unchecked before after gates guard watched_from watched_until watch_minutes watch_ended_at watch_result watch_message',
  },
  {
    table: 'rollouts',
    key: ['id'],
    columns:
      'id name status pause_code pause_reason current_wave checks user_id key_id user_name created_at starts_at started_at ended_at',
  },
  {
    table: 'rollout_waves',
    key: ['rollout_id', 'position'],
    columns: 'rollout_id position name soak_minutes budget total in_flight failed forgiven started_at finished_at',
  },
  {
    table: 'rollout_steps',
    key: ['rollout_id', 'position'],
    columns:
      'rollout_id position wave site_id site_name site_url items run state job_id message started_at ended_at rollback_run rollback_state rollback_job_id rollback_by rollback_at rollback_ended_at rollback_message rollback_items',
  },
  // Clients
  {
    table: 'clients',
    key: ['id'],
    columns:
      'id name email phone address_1 address_2 city state zip country note facebook twitter instagram linkedin status created_at updated_at',
  },
  {
    table: 'client_contacts',
    key: ['id'],
    columns: 'id client_id position name role email phone note facebook twitter instagram linkedin is_primary',
  },
  { table: 'client_fields', key: ['id'], columns: 'id name description created_at' },
  { table: 'client_field_values', key: ['client_id', 'field_id'], columns: 'client_id field_id value' },
  // Costs
  {
    table: 'costs',
    key: ['id'],
    columns:
      'id name price payment_type license_type product_type product_slug renewal_type last_renewal payment_method status url note color icon created_at updated_at',
  },
  {
    table: 'cost_targets',
    key: ['cost_id', 'site_id', 'tag_id', 'client_id'],
    columns: 'cost_id site_id tag_id client_id',
  },
  { table: 'cost_choices', key: ['kind', 'slug'], columns: 'kind slug title color icon created_at updated_at' },
  // Updates
  {
    table: 'ignored_updates',
    key: ['id'],
    columns: 'id site_id ignored_at type slug version name ignored_by reason ignored_until',
  },
  {
    table: 'update_history',
    key: ['id'],
    columns:
      'id site_id job_id begun_at ended_at user_id key_id automatic run type slug name from_version to_version result error_code message health user_name site_url site_name wanted_version amendments',
  },
  { table: 'automatic_update_runs', key: ['slot_at'], columns: 'slot_at started_at job_id sites' },
  // Monitoring
  {
    table: 'monitors',
    key: ['site_id'],
    columns:
      'site_id active interval_seconds timeout_ms max_retries type method expected_status keyword emails status failures failing_since checked_at http_code response_ms message address uptime_30d known_since counted_at',
  },
  {
    table: 'monitor_incidents',
    key: ['id'],
    columns: 'id site_id started_at ended_at ended_by cause_code cause down_count alarm',
  },
  {
    table: 'incident_handling',
    key: ['incident_id'],
    columns:
      'incident_id acknowledged_at acknowledged_by assigned_user_id resolved_at resolved_by report_text changed_at',
  },
  { table: 'incident_entries', key: ['id'], columns: 'id incident_id at kind user_name text' },
  {
    table: 'maintenance_windows',
    key: ['id'],
    columns:
      'id title note site_id tag_id client_id starts_at ends_at weekdays start_time duration_minutes time_zone last_day created_by created_at updated_at',
  },
  {
    table: 'maintenance_periods',
    key: ['id'],
    columns: 'id window_id title note site_id tag_id client_id starts_at ends_at',
  },
  { table: 'monitor_gaps', key: ['site_id', 'started_at'], columns: 'site_id started_at ended_at' },
  { table: 'monitor_days', key: ['site_id', 'day'], columns: 'site_id day up down pending total_ms min_ms max_ms' },
  { table: 'mail_server', key: [], columns: 'host port tls user_name sender changed_at', secrets: ['password'] },
  {
    table: 'notification_channels',
    key: ['id'],
    columns:
      'id name service shown mail_type webhook_id active muted_until owner_kind owner_user_id owner_key_id last_sent_at last_error last_error_at created_at',
    secrets: ['target'],
  },
  {
    table: 'notification_rules',
    key: ['id'],
    columns:
      'id channel_id name active types tag_ids client_ids min_severity hours quiet_hours delay_minutes digest send_recovery escalation_channel_id escalation_minutes muted_until created_at',
  },
  { table: 'notification_webhooks', key: ['id'], columns: 'id url kinds active created_at', secrets: ['secret'] },
  {
    table: 'webhook_endpoints',
    key: ['id'],
    columns:
      'id url description types owner previous_until active failing_since switched_off_at switched_off_reason created_at updated_at',
    secrets: ['secret', 'previous_secret'],
  },
  {
    table: 'domains',
    key: ['name'],
    columns:
      'name outcome reason registrar registrar_id statuses registered_at changed_at expires_at nameservers manual_registrar manual_registered_on manual_expires_on checked_at seen_at',
  },
  { table: 'domain_monitor_settings', key: [], columns: 'bootstrap_url' },
  {
    table: 'perf_audits',
    key: ['id'],
    columns:
      'id site_id url strategy performance accessibility best_practices seo fcp_ms lcp_ms tbt_ms cls si_ms ttfb_ms page_bytes final_url opportunities findings lighthouse_version audited_at',
  },
  { table: 'perf_results', key: ['site_id', 'strategy'], columns: 'site_id strategy audit_id url failure failed_at' },
  {
    table: 'fleet_days',
    key: ['day'],
    columns:
      'day connected disconnected suspended sync_failed sites_with_updates core_updates plugin_updates theme_updates translation_updates',
  },
  // Time
  {
    table: 'time_tasks',
    key: ['id'],
    columns:
      'id title description client_id bucket_id timer_mode date time_of_day hourly_price fixed_price task_status payment_status timer created_by created_at updated_at',
  },
  { table: 'time_task_sites', key: ['task_id', 'site_id'], columns: 'task_id site_id' },
  {
    table: 'time_entries',
    key: ['id'],
    columns: 'id task_id kind user_id user_name started_at ended_at milliseconds replaced_at',
  },
  {
    table: 'time_buckets',
    key: ['id'],
    columns: 'id title description seconds hourly_price recurrence starts_on created_at updated_at',
  },
  { table: 'time_bucket_clients', key: ['bucket_id', 'client_id'], columns: 'bucket_id client_id' },
  {
    table: 'time_settings',
    key: ['client_id', 'default_timer_mode', 'currency', 'currency_position'],
    columns:
      'client_id default_timer_mode currency currency_position thousand_separator decimal_separator decimals rounding rounding_direction rounding_minutes updated_at',
  },
  // Reports
  {
    table: 'report_schedules',
    key: ['client_id'],
    columns: 'client_id active day_of_month recipients next_on last_sent_at last_period last_problem updated_at',
  },
  {
    table: 'client_report_settings',
    key: ['client_id', 'key'],
    columns: 'client_id key value changed_at',
  },
  { table: 'report_settings', key: ['key'], columns: 'key value changed_at' },
  {
    table: 'report_deliveries',
    key: ['client_id', 'due_on'],
    columns: 'client_id due_on period recipients state attempts begun_at ended_at problem message_id',
  },
  // People and settings
  {
    table: 'users',
    key: ['id'],
    columns:
      'id login name email role disabled must_change_password created_at last_sign_in_at site_ids tag_ids client_ids role_id factor_required_since has_password',
  },
  { table: 'roles', key: ['id'], columns: 'id name permissions created_at updated_at' },
  {
    table: 'api_keys',
    key: ['id'],
    columns:
      'id user_id description truncated_key scopes site_ids tag_ids active expires_at created_at last_used_at made_by_user_id made_by_key_id client_ids change_tier destroy_tier',
  },
  { table: 'application_passwords', key: ['id'], columns: 'id user_id name created_at last_used_at' },
  {
    table: 'oidc_settings',
    key: [],
    columns: 'enabled name issuer client_id scopes group_claim mappings key_days',
    secrets: ['client_secret'],
  },
  { table: 'settings', key: ['group_name', 'key'], columns: 'group_name key value changed_at' },
  { table: 'modules', key: ['name'], columns: 'name active changed_at' },
  {
    table: 'provider_secrets',
    key: ['provider', 'name'],
    columns: 'provider name ending changed_at',
    secrets: ['value'],
  },
  {
    table: 'moved_sites',
    key: ['site_id'],
    columns: 'site_id source old_id moved_at tried_at problem_code problem',
  },
  { table: 'move_in_ids', key: ['source', 'kind', 'old_id'], columns: 'source kind old_id new_id' },
  // Audit
  {
    table: 'audit_lines',
    key: ['id'],
    columns: 'id at actor_kind actor_name user_id key_id address request_id operation subject outcome',
  },
  { table: 'audit_line_sites', key: ['line_id', 'site_id'], columns: 'site_id at line_id' },
]

import type { ClientDataTable } from './client-data-table.ts'
import { historyTables } from './history-table-store.ts'
import { ownedTables } from './owned-table-store.ts'

/** In the order of an erasure: what is found through other rows comes before them. */
export const clientTables: readonly ClientDataTable[] = [...ownedTables, ...historyTables]

/** Tables without data of clients, by the reason. A new table gets a place here or above. */
export const tablesWithoutClientData: Readonly<Record<string, readonly string[]>> = {
  'people who work here, their credentials and sign-ins': [
    ...[
      'application_passwords',
      'compatible_key_pairs',
      'failed_guesses',
      'instance_secrets',
      'key_logins',
      'oauth_keys',
      'known_devices',
    ],
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
    ...['service_backup_settings', 'service_backups', 'service_backup_parts', 'service_backup_checks'],
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
    'event_epoch',
    ...['rdap_bootstrap', 'rdap_pauses', 'update_slots', 'client_erasures'],
  ],
  'sealed uploads and orders, which are deleted after a few days': [
    ...['export_scripts', 'move_ins', 'move_in_dump_parts', 'site_import_rows', 'user_orders'],
    'request_claims',
  ],
  'the audit trail, which is kept': ['audit_head', 'audit_open_calls', 'audit_purged', 'audit_refusals'],
}

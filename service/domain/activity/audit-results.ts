import { partialOutcome } from '../../operation/audit.ts'

/** What came of a call, in one word. */
export const auditResults = ['done', 'partial', 'refused', 'failed', 'unknown'] as const
export type AuditResult = (typeof auditResults)[number]

/** The change may or may not have been made. The index audit_lines_unknown has these codes, too. */
export const unknownOutcomes = ['svc_process_ended', 'svc_outcome_unknown', 'svc_change_unconfirmed'] as const

/** Codes of errors that are not the answer to what the caller asked for, but problems of a site, of the network or of Flotilla. */
export const failedOutcomes = [
  ...(['svc_activation_failed', 'svc_admin_unknown', 'svc_algorithm_refused', 'svc_already_connected'] as const),
  'svc_answered_as_another_site',
  ...(['svc_audit_failed', 'svc_backup_failed', 'svc_browser_failed', 'svc_browser_missing', 'svc_busy'] as const),
  ...([
    'svc_cancelled',
    'svc_channel_failed',
    'svc_checks_failed',
    'svc_child_not_found',
    'svc_child_outdated',
  ] as const),
  ...([
    'svc_connection_failed',
    'svc_database_unavailable',
    'svc_deactivation_failed',
    'svc_deletion_failed',
    'svc_directory_unavailable',
    'svc_directory_unknown',
    'svc_feed_not_read',
  ] as const),
  ...(['svc_firewall', 'svc_http_auth_required', 'svc_identity_provider_failed'] as const),
  ...(['svc_internal_error', 'svc_key_refused'] as const),
  ...(['svc_mail_failed', 'svc_mail_not_configured', 'svc_maintenance', 'svc_managed_by_host'] as const),
  ...(['svc_no_answer_in_time', 'svc_no_effect', 'svc_not_applied', 'svc_overloaded'] as const),
  ...([
    'svc_redirected',
    'svc_registration_refused',
    'svc_site_busy',
    'svc_site_error',
    'svc_site_not_checked',
  ] as const),
  ...(['svc_site_offline', 'svc_storage_full', 'svc_unreadable_answer', 'svc_update_failed'] as const),
  ...(['svc_update_interrupted', 'svc_updates_busy', 'svc_webhook_failed', 'svc_wrong_address'] as const),
] as const

export function resultOf(outcome: string): AuditResult {
  if (outcome === 'ok') return 'done'
  if (outcome === partialOutcome) return 'partial'
  if (outcome === 'started' || unknownOutcomes.some((code) => code === outcome)) return 'unknown'
  return failedOutcomes.some((code) => code === outcome) ? 'failed' : 'refused'
}

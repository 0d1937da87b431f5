import { answerRows } from './answer-rows.ts'
import { callRows } from './call-rows.ts'
import { documentRows } from './document-rows.ts'
import { recordRows } from './record-rows.ts'
import type { Row } from './row.ts'

/** Every mail, document and answer that sums up the state of the fleet, and what it says for each state. */
export const serviceTruthTable: Readonly<Record<string, Row>> = {
  ...documentRows,
  ...answerRows,
  ...recordRows,
  ...callRows,
}

/** Documents with a table of their own, which has more states than a fleet. */
export const furtherTables: Readonly<Record<string, string>> = {
  'get-client-report': 'service/domain/reports/client-sentences.test.ts',
}

const entered = 'sums of what people entered; no data of sites'
const ownRecords = 'counts our own rows that were changed'
const sameItems = 'the same counts per item as an operation of the table'
const queuesJob = 'starts a job; get-job has the outcome'
const scheduled = 'runs on a schedule; people see its results elsewhere'
const oneResult = 'the result of one item, with its own reason'

/** Operations that count or return a document, but sum up nothing about the state of sites. */
export const operationsWithoutSummary: Readonly<Record<string, string>> = {
  ...reasonFor(entered, [
    ...['count-clients', 'add-client', 'update-client', 'get-tag', 'add-tag', 'update-tag'],
    ...['list-time-tasks', 'get-time-task', 'add-time-task', 'update-time-task'],
    ...['start-timer', 'pause-timer', 'stop-timer', 'get-time-bucket', 'add-time-bucket', 'update-time-bucket'],
    ...['get-time-client', 'get-report-schedule', 'update-report-schedule', 'add-role', 'update-role'],
    ...['get-mail-server', 'update-mail-server'],
    ...['get-own-factors', 'list-moved-sites', 'export-fleet'],
    ...['list-moved-ids', 'get-parity-report', 'make-parity-report'],
  ]),
  ...reasonFor('a copy of all stored records', ['export-fleet', 'export-inventory', 'export-client-data']),
  ...reasonFor('the page of get-client-report about the sites of a view', ['get-view-report']),
  ...reasonFor('the backups of Flotilla, not sites; its test has each state', ['get-service-backup-status']),
  ...reasonFor('one request of a key, with its plan and state', ['get-approval', 'approve-call', 'refuse-call']),
  ...reasonFor('a picture of the public directory', ['get-directory-icon']),
  ...reasonFor(ownRecords, [
    ...[
      'end-user-sessions',
      'end-own-sessions',
      'change-own-password',
      'ignore-updates-everywhere',
      'end-ignored-updates',
      'delete-client',
      'suspend-client',
    ],
    ...['unsuspend-client', 'delete-client-field', 'delete-tag', 'delete-product-type', 'delete-payment-method'],
    ...['clear-activation-data', 'restore-info-messages', 'delete-site-audits', 'import-costs', 'import-clients'],
    'import-users',
    ...['tag-sites', 'import-vulnerabilities', 'refresh-vulnerabilities', 'reset-user-factors', 'add-export-part'],
    ...['import-vulnerability-file', 'receive-vulnerability-webhook', 'match-vulnerabilities'],
    'add-package-part',
    'run-client-erasure',
    ...['add-dump-part', 'read-dump-files', 'plan-maintenance', 'get-incident', 'acknowledge-incident'],
    ...['assign-incident', 'add-incident-note', 'resolve-incident', 'reopen-incident', 'update-incident-report'],
  ]),
  ...reasonFor(sameItems, [
    ...[
      'deactivate-site-plugins',
      'delete-site-plugins',
      'delete-site-themes',
      'moderate-comments',
      'import-site-users',
    ],
    ...['update-site-plugins', 'update-site-themes', 'update-site-translations', 'install-site-updates'],
    ...['list-site-comments', 'watch-job', 'cancel-job', 'retry-failed-targets', 'get-destroy-sessions-status'],
    ...['get-renew-connections-status', 'get-disconnect-all-sites-status'],
    ...['get-vulnerability', 'export-vulnerability-findings', 'count-vulnerabilities'],
    ...['search-affected-software', 'list-affected-sites', 'get-fix-proof', 'fix-vulnerability'],
    ...['accept-vulnerability', 'end-vulnerability-acceptance', 'fix-site-security', 'replace-site-plugin'],
    ...['run-rollout-step', 'get-rollout', 'pause-rollout', 'resume-rollout'],
    ...['end-rollout', 'create-rollout', 'roll-back-rollout', 'roll-back-rollout-step'],
  ]),
  ...reasonFor(queuesJob, [
    ...['import-sites', 'destroy-sessions', 'renew-connections', 'disconnect-all-sites', 'audit-site', 'audit-sites'],
    ...['take-over-sites', 'erase-client'],
    ...['deactivate-affected-plugins', 'delete-affected-software', 'replace-affected-plugin'],
    ...['plan-bulk-action', 'run-bulk-action'],
  ]),
  ...reasonFor(scheduled, [
    ...['fetch-due-icons', 'recount-software', 'run-automatic-updates', 'sync-due-sites', 'compute-uptimes'],
    ...['send-health-alerts', 'check-due-certificates', 'check-due-domains', 'audit-due-sites', 'send-daily-digest'],
    ...['send-due-reports', 'send-password-reset', 'sweep-expired-guards', 'advance-rollouts'],
    ...['retry-guard-restores', 'recheck-failed-sites', 'check-watched-sites'],
    ...['settle-vulnerabilities', 'check-directory-items', 'start-automatic-fixes'],
  ]),
  ...reasonFor(oneResult, [
    ...[
      'test-webhook-endpoint',
      'add-site',
      'update-site',
      'import-site',
      'get-site-icon',
      'preview-site',
      'edit-site-user',
      'check-site-certificate',
    ],
    'refresh-vulnerability-sources',
    'run-service-backup',
    ...['check-site-domain', 'get-site-audit-result', 'run-site-audit', 'preview-email', 'preview-notification-rule'],
    ...['install-site-version', 'install-package', 'get-update-screenshot', 'download-package'],
    'get-audit-picture',
    'sweep-site-guards',
  ]),
}

/** Types of mails that are never sent about the fleet. */
export const mailsWithoutSummary: Readonly<Record<string, string>> = {
  deactivated_license_alert: 'never sent: Flotilla has no licences',
}

function reasonFor(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]))
}

import type { Context } from '../../operation/context.ts'
import { inboxSource } from '../../operation/inbox-source.ts'
import { readBackupStatus } from './service-backup.ts'
import { type BackupProblem, backupProblemRows } from './service-backup-store.ts'

const titles = {
  'cannot-run': 'Flotilla cannot be backed up',
  failed: 'The backup of Flotilla failed',
  late: 'The last backup of Flotilla is too old',
  'check-failed': 'The restore check of a backup of Flotilla failed',
  'check-late': 'No backup of Flotilla was restored to check it recently',
}

/** Backups of Flotilla that fail or are late. Without a target nothing failed: the first steps of the overview ask for one. */
export const backupProblems = inboxSource<Pick<BackupProblem, 'what' | 'reason'>>({
  kind: 'service-backup',
  label: 'Backups of Flotilla',
  rank: 25,
  permission: 'settings.read',
  time: 'since',
  rows: async (context) => backupProblemRows(await listProblems(context)),
  describe: ({ facts: { what, reason } }) => ({
    title: titles[what],
    detail: reason ?? 'Check that a worker runs.',
    path: '/service-backups',
    button: { label: 'Open backups', path: '/service-backups' },
  }),
})

async function listProblems(context: Context): Promise<BackupProblem[]> {
  const status = await readBackupStatus(context)
  const { state, check_state, missing, last_attempt: attempt, last_success: success, last_check: check } = status
  if (status.settings.target === 'none') return []
  const problems: BackupProblem[] = []
  const since = { key: `backup-${success?.id ?? 0}`, at: success?.started_at ?? null }
  if (state === 'not_configured') problems.push({ what: 'cannot-run', ...since, reason: missing.join(' ') })
  else if (attempt?.status === 'failed') problems.push({ what: 'failed', ...since, reason: attempt.failure })
  else if (state === 'late') problems.push({ what: 'late', ...since, reason: null })
  if (check && (check_state === 'failed' || check_state === 'stale'))
    problems.push({
      what: check_state === 'failed' ? 'check-failed' : 'check-late',
      key: `check-${check.id}`,
      at: check.started_at,
      reason: check.failure,
    })
  return problems
}

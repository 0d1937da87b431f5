import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import type { Patience } from '../../../platform/connector/child-site.ts'
import { type SiteRow, withChild } from '../../sites/index.ts'

/** Whether the site can be restored if its updates break it. */
export const Backup = z.object({
  usable: z.boolean(),
  last_backup_at: timestamp.nullable(),
  message: z.string(),
})
export type Backup = z.output<typeof Backup>

const dayMs = 86_400_000

/** Reads the date of the site's last backup when the setting is on. Flotilla makes no backups itself, and says so. */
export async function checkBackup(context: Context, site: SiteRow, patience: Patience): Promise<Backup | null> {
  const { backup_before_upgrade, backup_before_upgrade_days: days } = context.settings.get('general')
  if (!backup_before_upgrade) return null
  const { lastBackupAt } = await withChild(context, site, (child) =>
    context.connector.readSite(child, { parts: ['lastBackupAt'] }, { patience }),
  )
  return assessBackup(lastBackupAt ?? null, days, context.clock.now())
}

export function assessBackup(last: Date | null, days: number, now: Date): Backup {
  const last_backup_at = isoTime(last)
  if (last === null) {
    const message =
      'No usable backup: the site reports none, and Flotilla does not make backups. It was updated without one.'
    return { usable: false, last_backup_at, message }
  }
  if (now.getTime() - last.getTime() > days * dayMs) {
    const message = `No usable backup: the last one that the site reports is older than ${days} days. It was updated without a fresh one.`
    return { usable: false, last_backup_at, message }
  }
  return { usable: true, last_backup_at, message: 'The site reports a backup that is recent enough.' }
}

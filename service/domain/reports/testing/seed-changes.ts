import type { Database } from '../../../platform/database/database.ts'

interface SeededChange {
  site: number
  at: string
  type: string
  description: string
  item?: string
  user?: string
  source?: 'site' | 'flotilla'
}

/** Inserts changes into the log. */
export async function seedChanges(db: Database, changes: readonly SeededChange[]): Promise<void> {
  for (const [index, { site, at, type, description, item = '', user = 'ada', source = 'site' }] of changes.entries()) {
    await db.pool.query(
      `insert into site_changes (site_id, at, source, key, type, action, item, description, user_name)
       values ($1, $2, $3, $4, $5, 'changed', $6, $7, $8)`,
      [
        site,
        at,
        source,
        `${source === 'flotilla' ? 'audit' : 'log'} ${at} ${index}`,
        type,
        item,
        item === '' ? description : `${description}: ${item}`,
        user,
      ],
    )
  }
}

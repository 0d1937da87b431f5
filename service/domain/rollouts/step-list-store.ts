import { sql } from 'kysely'
import type { Limits } from '../../operation/limits.ts'
import { type Database, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import { siteIdIsVisible } from '../sites/index.ts'
import { canRollBack, hasOpenRollback } from './rollback-store.ts'
import type { StepState } from './rollout.ts'
import type { StepRow } from './rollout-store.ts'

export type ShownStep = StepRow & { can_roll_back: boolean; has_open_rollback: boolean }

export async function listSteps(
  db: Database,
  rolloutId: number,
  filter: { wave?: number | undefined; states?: readonly StepState[] | undefined; limits: Limits | null },
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: ShownStep[]; total: number }> {
  const isSelected = sql`rollout_id = ${rolloutId}
    and (${filter.wave ?? null}::integer is null or wave = ${filter.wave ?? null})
    and (${filter.states ?? null}::text[] is null or state = any (${filter.states ?? null}::text[]))
    and (site_id is null or ${siteIdIsVisible('site_id', filter.limits)})`
  const rows = await queryRows(
    db,
    sql<ShownStep>`select step.*, ${canRollBack} as can_roll_back, ${hasOpenRollback} as has_open_rollback
      from rollout_steps as step where ${isSelected}
      order by wave, position limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  const query = sql<{ total: number }>`select count(*) as total from rollout_steps as step where ${isSelected}`
  return { rows, total: oneRow(await queryRows(db, query)).total }
}

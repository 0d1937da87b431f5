import { sql } from 'kysely'
import { type Db, queryRows } from '../../platform/database/database.ts'
import { type Release, releaseKey } from './held-release-store.ts'

/** A rollout that installs a release on a site later, or now. */
export interface OpenStep {
  rolloutId: number
  /** From 1. */
  wave: number
  /** The rollout has not started. */
  isScheduled: boolean
  isPaused: boolean
  isRunning: boolean
}

/** Releases that open rollouts have not installed yet on these sites, as `site release`. */
export async function findOpenSteps(db: Db, siteIds: readonly number[]): Promise<Map<string, OpenStep>> {
  const rows = await queryRows(
    db,
    sql<Release & { site_id: number; rollout_id: number; wave: number; status: string; state: string }>`
      select step.site_id, item ->> 'type' as type, item ->> 'slug' as slug, item ->> 'to' as version,
        step.rollout_id, step.wave, rollouts.status, step.state
      from rollout_steps as step join rollouts on rollouts.id = step.rollout_id
      cross join lateral jsonb_array_elements(step.items) as item
      where step.site_id = any (${siteIds}::bigint[]) and step.state in ('waiting', 'running') and rollouts.ended_at is null
      order by step.rollout_id`,
  )
  return new Map(
    rows.map(({ rollout_id: rolloutId, wave, status, state, ...release }) => [
      `${release.site_id} ${releaseKey(release)}`,
      {
        ...{ rolloutId, wave: wave + 1, isScheduled: status === 'scheduled' },
        ...{ isPaused: status === 'paused', isRunning: state === 'running' },
      },
    ]),
  )
}

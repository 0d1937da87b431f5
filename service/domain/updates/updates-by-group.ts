import type { Context } from '../../operation/context.ts'
import { fetchGroups, fetchStepsOfGroups, type Group, type GroupRow } from './group-store.ts'
import { countSteps, type StepCounts } from './step-counts.ts'
import { type Summary, summaryOf } from './update-entry.ts'

export interface GroupOfUpdates extends Pick<GroupRow, 'id' | 'name' | 'sites'> {
  summary: Summary
  steps: StepCounts
}

/** How many updates wait for each client or tag, and how far they go. */
export async function updatesByGroup(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  group: Group,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ groups: GroupOfUpdates[]; total: number }> {
  const { rows, total } = await fetchGroups(db, group, actor.limits, { page, perPage: per_page })
  const ids = rows.map(({ id }) => id)
  const moves = Map.groupBy(await fetchStepsOfGroups(db, group, actor.limits, ids), ({ id }) => id)
  const groups = rows.map(({ id, name, sites, ...counts }) => {
    return { id, name, sites, summary: summaryOf(counts), steps: countSteps(moves.get(id) ?? []) }
  })
  return { groups, total }
}

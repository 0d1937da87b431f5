import type { Context } from '../../operation/context.ts'
import { fetchGroups, type Group, type GroupRow } from './group-store.ts'
import type { StepCounts } from './step-counts.ts'
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
  const groups = rows.map(({ id, name, sites, major, minor, patch, unknown, ...counts }) => {
    return { id, name, sites, summary: summaryOf(counts), steps: { major, minor, patch, unknown } }
  })
  return { groups, total }
}

import type { SnapshotPart } from '../../platform/connector/snapshot/snapshot.ts'
import { typedEntries } from '../../platform/typed-keys.ts'
import { fromUnixSeconds, type UnixSeconds } from '../../platform/unix-seconds.ts'

/** Parts that change often and are shown first. */
const readEveryTime: readonly SnapshotPart[] = [
  'coreUpdate',
  'pluginUpdates',
  'themeUpdates',
  'translationUpdates',
  'plugins',
  'themes',
]

/** Parts that change slowly or are large, with the hours between two reads. */
export const hoursBetweenReads = { security: 6, health: 12, users: 24 } satisfies Partial<Record<SnapshotPart, number>>

/** Small parts that a sync by hand always reads. */
const readByHand: readonly SnapshotPart[] = ['security', 'health']

const hourMs = 3_600_000
/** Scheduled syncs are not exact: a part that is due soon is read now rather than a whole period later. */
const slackMs = hourMs / 2

export interface SyncOccasion {
  now: Date
  /** A scheduled sync reads the due parts, a sync by hand also the small ones, a full one everything. */
  how: 'scheduled' | 'by hand' | 'full'
  /** When each part was last read. */
  readAt: Readonly<Record<string, UnixSeconds>>
  /** Whether the change log is recorded. */
  changes: boolean
}

/** The parts that this sync requests. */
export function partsToRead({ now, how, readAt, changes }: SyncOccasion): SnapshotPart[] {
  const isDue = (part: SnapshotPart, hours: number) => {
    const last = readAt[part]
    return last === undefined || now.getTime() - fromUnixSeconds(last).getTime() >= hours * hourMs - slackMs
  }
  const others = typedEntries(hoursBetweenReads)
    .filter(([part, hours]) => how === 'full' || (how === 'by hand' && readByHand.includes(part)) || isDue(part, hours))
    .map(([part]) => part)
  return [...readEveryTime, ...others, ...(changes ? (['changes'] as const) : [])]
}

/**
 * Whether this sync also opens the site's plugins page for the updates of commercial plugins. That costs the site as much
 * as the sync itself, so it is done only by a full sync, and once a day from the second day on.
 */
export function isPremiumCheckDue(
  { how, readAt }: Pick<SyncOccasion, 'how' | 'readAt'>,
  parts: readonly SnapshotPart[],
): boolean {
  return how === 'full' || (how === 'scheduled' && parts.includes('users') && readAt.users !== undefined)
}

import type { SnapshotPart } from '../../platform/connector/snapshot/snapshot.ts'

/** What changes often, and what people look at first. */
const everyTime: readonly SnapshotPart[] = [
  'coreUpdate',
  'pluginUpdates',
  'themeUpdates',
  'translationUpdates',
  'plugins',
  'themes',
]

/** What changes slowly or weighs much, and after how many hours it is read again. */
const nowAndThen: Partial<Record<SnapshotPart, number>> = { security: 6, health: 12, users: 24 }

/** Weighs next to nothing: whoever asks for a sync wants to see it as it is now. */
const light: readonly SnapshotPart[] = ['security', 'health']

const hourMs = 3_600_000
/** The timetable is not exact: what is due a little later is read now rather than a whole period later. */
const slackMs = hourMs / 2

export interface Occasion {
  now: Date
  /** The timetable reads what is due; a person also what is light; `full` everything. */
  how: 'scheduled' | 'by hand' | 'full'
  /** When each part was last read, in seconds. */
  readAt: Readonly<Record<string, number>>
  /** The change log is kept. */
  changes: boolean
}

/** The parts that this sync asks for; a site is never asked for more. */
export function partsToRead({ now, how, readAt, changes }: Occasion): SnapshotPart[] {
  const isDue = (part: SnapshotPart, hours: number) =>
    now.getTime() - (readAt[part] ?? 0) * 1000 >= hours * hourMs - slackMs
  const others = (Object.keys(nowAndThen) as SnapshotPart[]).filter(
    (part) => how === 'full' || (how === 'by hand' && light.includes(part)) || isDue(part, nowAndThen[part]!),
  )
  return [...everyTime, ...others, ...(changes ? (['changes'] as const) : [])]
}

/**
 * Whether this sync also opens the site's page of plugins for the updates of commercial ones: that costs the site as much
 * as the sync itself, so only when everything is wanted, and with what is read daily, from the second day on.
 */
export function looksForPremium(
  { how, readAt }: Pick<Occasion, 'how' | 'readAt'>,
  parts: readonly SnapshotPart[],
): boolean {
  return how === 'full' || (how === 'scheduled' && parts.includes('users') && readAt.users !== undefined)
}

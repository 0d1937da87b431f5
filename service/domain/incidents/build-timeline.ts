import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { type ChangeBefore, type EntryRow, entryKinds, type LastSync } from './handling-store.ts'

export const TimelineEntry = z.object({
  at: timestamp,
  kind: z.enum(['change', 'sync', 'down', 'up', ...entryKinds]),
  text: z.string(),
  user: z.string(),
  outcome: z.enum(['done', 'failed', 'unknown']),
})

interface TimelineParts {
  startedAt: Date
  endedAt: Date | null
  cause: string
  entries: readonly EntryRow[]
  changes: readonly ChangeBefore[]
  sync: LastSync | null
  /** Nothing from before or after is shown. */
  from: Date
  to: Date
}

type Entry = z.input<typeof TimelineEntry>

/** Everything that happened, oldest first. */
export function buildTimeline(parts: TimelineParts): Entry[] {
  const { startedAt, endedAt, cause, entries, changes, sync, from, to } = parts
  const isShown = (at: Date | null): at is Date => at !== null && at >= from && at <= to
  const plain = (kind: Entry['kind'], at: Date, text: string): Entry => ({
    at: isoTime(at),
    kind,
    text,
    user: '',
    outcome: 'done',
  })
  const all: Entry[] = [
    ...changes.map(
      (change): Entry => ({
        at: isoTime(change.at),
        kind: 'change',
        text: change.description,
        user: change.user_name,
        outcome: change.outcome,
      }),
    ),
    ...(isShown(sync?.last_sync ?? null) && sync?.last_sync
      ? [plain('sync', sync.last_sync, 'The site was synced.')]
      : []),
    ...(sync?.sync_error && isShown(sync.last_sync_attempt)
      ? [
          {
            ...plain('sync', sync.last_sync_attempt, `The sync failed: ${sync.sync_error}`),
            outcome: 'failed' as const,
          },
        ]
      : []),
    plain('down', startedAt, cause),
    ...(endedAt ? [plain('up', endedAt, '')] : []),
    ...entries.map(
      (entry): Entry => ({
        at: isoTime(entry.at),
        kind: entry.kind,
        text: entry.text,
        user: entry.user_name,
        outcome: 'done',
      }),
    ),
  ]
  // Stable: of the same second, changes come before the begin.
  return all.sort((one, other) => one.at.localeCompare(other.at))
}

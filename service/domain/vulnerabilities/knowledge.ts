import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { Db } from '../../platform/database/database.ts'
import { type VulnerabilitySource, vulnerabilitySources } from './entry.ts'
import { hasKey, readSourceSettings } from './sources/source-settings.ts'
import { listSourceRows, type SourceRow } from './sources/source-store.ts'

export const SourceState = z.object({
  source: z.enum(vulnerabilitySources),
  is_configured: z.boolean(),
  state: z
    .enum(['current', 'failing', 'stale', 'never_read', 'off'])
    .describe('failing: the last attempt failed, but what is known is recent. stale: it was not read for too long.'),
  entries: z.int(),
  skipped: z.int().describe('Records of the last import that could not be read.'),
  taken_at: timestamp.nullable().describe('When it was last read completely.'),
  tried_at: timestamp.nullable(),
  newest_at: timestamp.nullable().describe('The latest change that one of its records names.'),
  stale_since: timestamp.nullable(),
  webhook_at: timestamp.nullable().describe('The last signed message.'),
  problem: z.string().nullable(),
})
export type SourceState = z.infer<typeof SourceState>

export const Knowledge = z.object({
  state: z
    .enum(['not_configured', 'never_read', 'stale', 'current'])
    .describe('Only with “current” does an empty list mean that nothing is known.'),
  since: timestamp.nullable().describe('When a source was last read completely.'),
  sources: z.array(SourceState),
})
export type Knowledge = z.infer<typeof Knowledge>

const hour = 3_600_000
/** How old what is known from a source may be. A file is replaced by a person. */
const staleAfterMs: Record<VulnerabilitySource, number> = {
  wordfence: 6 * hour,
  wpvulnerability: 72 * hour,
  feed: 50 * hour,
  file: 30 * 24 * hour,
}

/** How current the known vulnerabilities are. A list that is empty without a current source says nothing. */
export async function describeKnowledge(db: Db, now: Date): Promise<Knowledge> {
  const [rows, settings, hasWordfenceKey, hasSecret] = [
    await listSourceRows(db),
    await readSourceSettings(db),
    await hasKey(db, 'wordfence_key'),
    await hasKey(db, 'wordfence_webhook_secret'),
  ]
  const configured: Record<VulnerabilitySource, boolean> = {
    wordfence: hasWordfenceKey || hasSecret,
    wpvulnerability: settings.use_wpvulnerability,
    feed: settings.vulnerability_feed_url !== '',
    file: rows.some(({ source }) => source === 'file'),
  }
  const sources = vulnerabilitySources.map((source) =>
    describeSource(
      source,
      rows.find((row) => row.source === source),
      configured[source],
      now,
    ),
  )
  const used = sources.filter(({ is_configured }) => is_configured)
  const last =
    used
      .flatMap(({ taken_at }) => taken_at ?? [])
      .sort()
      .at(-1) ?? null
  return { state: overallState(used), since: last, sources }
}

function overallState(used: readonly SourceState[]): Knowledge['state'] {
  if (used.length === 0) return 'not_configured'
  if (used.some(({ state }) => state === 'current' || state === 'failing')) return 'current'
  return used.some(({ state }) => state === 'stale') ? 'stale' : 'never_read'
}

function describeSource(
  source: VulnerabilitySource,
  row: SourceRow | undefined,
  isConfigured: boolean,
  now: Date,
): SourceState {
  const staleAt = row?.taken_at ? new Date(row.taken_at.getTime() + staleAfterMs[source]) : null
  const isStale = staleAt !== null && staleAt <= now
  return {
    source,
    is_configured: isConfigured,
    state: stateOf(row, isConfigured, isStale),
    entries: row?.entries ?? 0,
    skipped: row?.skipped ?? 0,
    taken_at: isoTime(row?.taken_at ?? null),
    tried_at: isoTime(row?.tried_at ?? null),
    newest_at: isoTime(row?.newest_at ?? null),
    stale_since: isConfigured && isStale ? isoTime(staleAt) : null,
    webhook_at: isoTime(row?.webhook_at ?? null),
    problem: row?.problem ?? null,
  }
}

function stateOf(row: SourceRow | undefined, isConfigured: boolean, isStale: boolean): SourceState['state'] {
  if (!isConfigured) return 'off'
  if (!row?.taken_at) return 'never_read'
  if (isStale) return 'stale'
  return row.problem === null ? 'current' : 'failing'
}

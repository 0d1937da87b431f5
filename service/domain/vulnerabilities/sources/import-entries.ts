import type { Context } from '../../../operation/context.ts'
import type { VulnerabilityEntry, VulnerabilitySource } from '../entry.ts'
import { FeedReader, type FeedSummary } from '../feed/read-feed.ts'
import { FeedError } from '../feed/split-records.ts'
import {
  deleteEntries,
  digestOf,
  entryKey,
  listEntryDigests,
  lockEntries,
  upsertEntries,
  withdrawEntries,
} from './entry-store.ts'
import { findSourceRow, recordImport, type SourceRow } from './source-store.ts'

/** The parts of a feed. It is read twice: first as a check, then to store it. */
export type FeedParts = () => AsyncIterable<Buffer> | Iterable<Buffer>

export interface ImportOptions {
  /** A person decided: fewer entries and an older feed are accepted, and entries that are missing are forgotten. */
  byPerson?: boolean
  /** Fewer entries are accepted. */
  acceptFewer?: boolean
  etag?: string | null
  lastModified?: string | null
}

export interface ImportResult {
  entries: number
  left_out: number
  changed: number
  withdrawn: number
}

/** Small texts are freed at once; large ones add up to more memory than the rest of the import. */
const entriesPerStatement = 100
/** From this number on, a feed with a fifth fewer entries is taken for a broken one. */
const countedFrom = 50
const smallestShare = 0.8
/** A feed that is older by more is taken for an old copy. */
const toleratedAgeMs = 3 * 86_400_000

/**
 * Stores what changed in a feed, and nothing if the feed cannot be trusted as a whole: broken JSON, no end, far fewer entries than
 * before, or an old copy. Throws a FeedError then. Entries that are missing are withdrawn.
 */
export async function importEntries(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  source: VulnerabilitySource,
  parts: FeedParts,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const summary = await summarize(parts)
  return db.transaction().execute(async (trx) => {
    await lockEntries(trx)
    const now = clock.now()
    const known = await listEntryDigests(trx, source)
    const newest = limitToNow(summary.newest, now)
    if (!options.byPerson) refuseSuspicious(summary, newest, known.size, await findSourceRow(trx, source), options)
    let changed = 0
    let waiting: VulnerabilityEntry[] = []
    const store = async () => {
      await upsertEntries(trx, source, waiting, now)
      waiting = []
    }
    for await (const entry of readEntries(parts)) {
      const key = entryKey(entry)
      const digest = known.get(key)
      known.delete(key)
      if (digest === digestOf(entry)) continue
      changed++
      waiting.push(entry)
      if (waiting.length >= entriesPerStatement) await store()
    }
    await store()
    const missing = [...known.keys()].map(readKey)
    if (missing.length > 0) await (options.byPerson ? deleteEntries : withdrawEntries)(trx, source, missing, now)
    const { etag, lastModified } = options
    await recordImport(trx, source, { ...summary, newest, etag, lastModified }, now)
    return { entries: summary.entries, left_out: summary.skipped, changed, withdrawn: missing.length }
  })
}

/** Reads everything once, so that a feed that ends in the middle changes nothing. */
export async function summarize(parts: FeedParts): Promise<FeedSummary> {
  const reader = new FeedReader()
  for await (const part of parts()) reader.read(part)
  return reader.end()
}

async function* readEntries(parts: FeedParts): AsyncGenerator<VulnerabilityEntry> {
  const reader = new FeedReader()
  for await (const part of parts()) yield* reader.read(part)
}

/** A record with a time in the future must not make all later feeds old. */
function limitToNow(newest: string | null, now: Date): Date | null {
  if (newest === null) return null
  return new Date(Math.min(Date.parse(newest), now.getTime()))
}

function refuseSuspicious(
  { entries }: FeedSummary,
  newest: Date | null,
  known: number,
  source: SourceRow | undefined,
  { acceptFewer }: ImportOptions,
): void {
  if (!acceptFewer && known >= countedFrom && entries < known * smallestShare) {
    throw new FeedError(
      `has ${entries.toLocaleString('en')} entries, far fewer than the ${known.toLocaleString('en')} known ones, so nothing was changed. If that is right, refresh it with accept_fewer: true`,
    )
  }
  const last = source?.newest_at
  if (last && newest && newest.getTime() < last.getTime() - toleratedAgeMs) {
    throw new FeedError(
      `is an old copy: its newest entry is of ${newest.toISOString().slice(0, 10)}, and an entry of ${last.toISOString().slice(0, 10)} is known. Nothing was changed`,
    )
  }
}

function readKey(key: string): Pick<VulnerabilityEntry, 'kind' | 'slug' | 'id'> {
  const [kind = '', slug = '', ...id] = key.split(' ')
  // Written by `entryKey`.
  return { kind: kind as VulnerabilityEntry['kind'], slug, id: id.join(' ') }
}

import type { VulnerabilityEntry } from '../entry.ts'
import { readEntry } from './read-entry.ts'
import { FeedError, feedLimits, parseJson, RecordSplitter, type SplitLimits } from './split-records.ts'

/** What was read so far, for the decision whether the feed is used. */
export interface FeedSummary {
  entries: number
  /** Records that could not be read. */
  skipped: number
  /** The latest change that a record names; null without one. */
  newest: string | null
}

/**
 * Reads a feed part by part: `{"vulnerabilities": …}`, a list, or a map by id, of records with `title`, `software` (each with `type`,
 * `slug`, `affected_versions`, `patched_versions`), `cvss {score, rating}`, `cve`, `references`, `published`, `updated`: the format of
 * public feeds of WordPress vulnerabilities. A flat record with `type`, `slug` and `affected_versions` is read as well.
 * The feed is hostile: records that cannot be read are skipped and counted; broken JSON, a missing end or a limit refuses all of it.
 */
export class FeedReader {
  readonly summary: FeedSummary = { entries: 0, skipped: 0, newest: null }
  readonly #splitter: RecordSplitter
  readonly #maxEntries: number
  readonly #seen = new Set<string>()

  constructor(limits: SplitLimits = feedLimits) {
    this.#splitter = new RecordSplitter(limits)
    this.#maxEntries = limits.maxRecords
  }

  read(part: Buffer): VulnerabilityEntry[] {
    const entries: VulnerabilityEntry[] = []
    for (const { key, json } of this.#splitter.add(part)) {
      const read = json === null ? [] : readEntry(key, parseJson(json))
      if (read.length === 0) this.summary.skipped++
      for (const entry of read) if (this.#isNew(entry)) entries.push(entry)
    }
    return entries
  }

  /** Call it after the last part; throws a FeedError unless the feed is complete and has an entry. */
  end(): FeedSummary {
    this.#splitter.end()
    if (this.summary.entries === 0) {
      throw new FeedError('has no entry with a title, a type (plugin, theme or core), a slug and affected versions')
    }
    return this.summary
  }

  #isNew({ kind, slug, id, updated_at }: VulnerabilityEntry): boolean {
    const { summary } = this
    const identity = `${kind} ${slug} ${id}`
    if (this.#seen.has(identity)) return false
    if (summary.entries >= this.#maxEntries) {
      summary.skipped++
      return false
    }
    this.#seen.add(identity)
    summary.entries++
    if (updated_at !== null && (summary.newest === null || updated_at > summary.newest)) summary.newest = updated_at
    return true
  }
}

/** A short feed in one piece. */
export function readFeed(text: string): FeedSummary & { vulnerabilities: VulnerabilityEntry[] } {
  const reader = new FeedReader()
  const vulnerabilities = reader.read(Buffer.from(text))
  return { vulnerabilities, ...reader.end() }
}

export { FeedError }

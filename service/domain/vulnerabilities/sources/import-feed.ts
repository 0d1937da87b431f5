import type { Context } from '../../../operation/context.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { openFileParts } from '../../../platform/file-parts.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import type { VulnerabilitySource } from '../entry.ts'
import { FeedError, feedLimits } from '../feed/split-records.ts'
import { publishSourceFailure } from '../findings/vulnerability-events.ts'
import { matchPending } from '../matching/match-pending.ts'
import { feedNotRead } from '../vulnerability-errors.ts'
import { type DownloadedFeed, downloadFeed } from './download-feed.ts'
import { type FeedParts, type ImportOptions, type ImportResult, importEntries, summarize } from './import-entries.ts'
import { findSourceRow, recordFailure, recordUnchanged } from './source-store.ts'

type ImportContext = Pick<Context, 'db' | 'clock'>

/** Replaces the entries of the earlier file and compares the sites with it. */
export async function importFile(context: ImportContext, parts: FeedParts): Promise<ImportResult> {
  const result = await importEntries(context, 'file', parts, { byPerson: true }).catch(refuseInput)
  await matchPending(context)
  return result
}

/** What a file has, without storing it. */
export const summarizeFile = (parts: FeedParts) => summarize(parts).catch(refuseInput)

/** The parts of a text that is in memory already. */
export const partsOfText = (text: string): FeedParts => {
  const bytes = Buffer.from(text)
  return () => [bytes]
}

export async function partsOfFile(path: string): Promise<FeedParts> {
  const parts = await openFileParts(path, feedLimits.maxBytes).catch(() => {
    throw invalidInput({ path: 'is no file that can be read' })
  })
  if (typeof parts === 'number') throw invalidInput({ path: `is larger than ${feedLimits.maxBytes / 1024 / 1024} MB` })
  return parts
}

function refuseInput(error: unknown): never {
  throw error instanceof FeedError ? invalidInput({ feed: error.message }) : error
}

export interface FeedAddress {
  source: VulnerabilitySource
  /** For messages. */
  name: string
  url: string
  headers?: Record<string, string>
}

/** Reads a feed and stores what changed. If it cannot be read, nothing changes and the reason is recorded. */
export async function importFeed(
  context: Pick<Context, 'db' | 'clock' | 'outbound'>,
  { source, name, url, headers = {} }: FeedAddress,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { db, clock } = context
  const before = await findSourceRow(db, source)
  let feed: DownloadedFeed | null = null
  try {
    const conditions = options.acceptFewer ? undefined : before
    feed = await downloadFeed(context, url, { accept: 'application/json', ...headers }, conditions)
    if (feed === null) {
      await recordUnchanged(db, source, clock.now())
      return { entries: before?.entries ?? 0, left_out: before?.skipped ?? 0, changed: 0, withdrawn: 0 }
    }
    const { etag, lastModified, parts } = feed
    const result = await importEntries(context, source, parts, { ...options, etag, lastModified })
    await matchPending(context)
    return result
  } catch (error) {
    if (!(error instanceof FeedError || error instanceof OutboundError)) throw error
    const host = URL.parse(url)?.host ?? url
    const problem = `${name} at ${host} could not be imported: ${error.message.replace(/\.?$/, '.')}`
    await db.transaction().execute(async (trx) => {
      const { isNew } = await recordFailure(trx, source, problem, clock.now())
      if (isNew) await publishSourceFailure(trx, source, problem, clock.now())
    })
    throw feedNotRead(problem)
  } finally {
    await feed?.remove()
  }
}

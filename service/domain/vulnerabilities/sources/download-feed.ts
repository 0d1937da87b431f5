import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../../operation/context.ts'
import { FeedError, feedLimits } from '../feed/split-records.ts'
import type { FeedParts } from './import-entries.ts'
import type { SourceRow } from './source-store.ts'

export interface DownloadedFeed {
  etag: string | null
  lastModified: string | null
  parts: FeedParts
  /** Deletes the temporary file. */
  remove(): Promise<void>
}

/**
 * Downloads a feed into a temporary file, so that its size needs no memory. Null: the source answered that nothing changed since
 * `known`. Throws FeedError or OutboundError.
 */
export async function downloadFeed(
  { outbound }: Pick<Context, 'outbound'>,
  url: string,
  headers: Record<string, string>,
  known: Pick<SourceRow, 'etag' | 'last_modified'> | undefined,
): Promise<DownloadedFeed | null> {
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-feed-'))
  const path = join(folder, 'feed.json')
  const remove = () => rm(folder, { recursive: true, force: true })
  const file = openSync(path, 'wx', 0o600)
  const writing = new AbortController()
  let problem: unknown
  // Short writes of single parts; a stream would hold parts in memory while the disk is busy.
  const receive = (part: Buffer) => {
    try {
      if (problem === undefined) writeSync(file, part)
    } catch (error) {
      problem = error
      writing.abort()
    }
  }
  try {
    const answer = await outbound.request({
      url,
      headers: {
        ...headers,
        ...(known?.etag && { 'if-none-match': known.etag }),
        ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
      },
      redirects: { follow: 3, within: 'anywhere' },
      maxBytes: feedLimits.maxBytes,
      maxDecodedBytes: feedLimits.maxBytes,
      deadlines: { total: 600_000 },
      receive,
      signal: writing.signal,
    })
    if (problem !== undefined) throw problem
    if (answer.status === 304 && known) {
      await remove()
      return null
    }
    if (answer.status !== 200) throw new FeedError(describeStatus(answer.status))
    return {
      etag: headerOf(answer.headers.etag),
      lastModified: headerOf(answer.headers['last-modified']),
      parts: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
      remove,
    }
  } catch (error) {
    await remove()
    throw problem ?? error
  } finally {
    closeSync(file)
  }
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403) return `answered with status ${status}: the key is missing, wrong or blocked`
  if (status === 429) return 'answered with status 429: it was read too often, and is read again later'
  return `answered with status ${status}`
}

const headerOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value.length <= 200 && !/[^\x20-\x7e]/.test(value) ? value : null

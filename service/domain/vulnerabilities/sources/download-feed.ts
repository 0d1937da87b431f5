import type { Context } from '../../../operation/context.ts'
import { createTemporaryFile } from '../../../platform/file-parts.ts'
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
  const file = await createTemporaryFile()
  const writing = new AbortController()
  let problem: unknown
  const receive = (part: Buffer) => {
    try {
      if (problem === undefined) file.write(part)
    } catch (error) {
      // Such as a full disk.
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
      await file.remove()
      return null
    }
    if (answer.status !== 200) throw new FeedError(describeStatus(answer.status))
    const { etag, 'last-modified': lastModified } = answer.headers
    return { etag: headerOf(etag), lastModified: headerOf(lastModified), parts: file.parts, remove: file.remove }
  } catch (error) {
    await file.remove()
    throw problem ?? error
  }
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403) return `answered with status ${status}: the key is missing, wrong or blocked`
  if (status === 429) return 'answered with status 429: it was read too often, and is read again later'
  return `answered with status ${status}`
}

const headerOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value.length <= 200 && !/[^\x20-\x7e]/.test(value) ? value : null

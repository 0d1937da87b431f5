import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import { FeedError, maxFeedBytes, readFeed } from './read-feed.ts'
import { feedNotRead } from './vulnerability-errors.ts'
import { recordFailure, replaceVulnerabilities } from './vulnerability-store.ts'

/** Replaces the entries of the earlier file. */
export async function importFile({ db, clock }: Pick<Context, 'db' | 'clock'>, text: string) {
  const { vulnerabilities, skipped } = readFile(text)
  await replaceVulnerabilities(db, 'file', vulnerabilities, clock.now())
  return { entries: vulnerabilities.length, left_out: skipped }
}

export function readFile(text: string) {
  try {
    return readFeed(text)
  } catch (error) {
    throw error instanceof FeedError ? invalidInput({ feed: error.message }) : error
  }
}

/** Replaces the entries of the feed. If it cannot be read, they stay and the reason is recorded. */
export async function importFeed({ db, clock, outbound }: Pick<Context, 'db' | 'clock' | 'outbound'>, url: string) {
  try {
    const answer = await outbound.request({
      url,
      headers: { accept: 'application/json' },
      redirects: { follow: 3, within: 'anywhere' },
      maxBytes: maxFeedBytes,
      maxDecodedBytes: maxFeedBytes,
      deadlines: { total: 300_000 },
    })
    if (answer.status !== 200) throw new FeedError(`answered with status ${answer.status}`)
    const { vulnerabilities, skipped } = readFeed(answer.body.toString('utf8'))
    await replaceVulnerabilities(db, 'feed', vulnerabilities, clock.now())
    return { entries: vulnerabilities.length, left_out: skipped }
  } catch (error) {
    if (!(error instanceof FeedError || error instanceof OutboundError)) throw error
    const problem = `The vulnerability feed at ${new URL(url).host} could not be imported: ${error.message.replace(/\.?$/, '.')}`
    await recordFailure(db, 'feed', problem, clock.now())
    throw feedNotRead(problem)
  }
}

import type { Context } from '../../../operation/context.ts'
import { invalidInput } from '../../../operation/errors.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import { feedNotRead } from '../report-errors.ts'
import { FeedError, largestFeed, readFeed } from './read-feed.ts'
import { noteFailure, replaceVulnerabilities } from './vulnerability-store.ts'

type Taking = Pick<Context, 'db' | 'clock' | 'outbound'>

/** Makes a file what is known of vulnerabilities, besides the feed. */
export async function takeInFile({ db, clock }: Pick<Taking, 'db' | 'clock'>, text: string) {
  const read = readOrRefuse(text)
  await replaceVulnerabilities(db, 'file', read.vulnerabilities, clock.now())
  return { entries: read.vulnerabilities.length, left_out: read.leftOut }
}

export function readOrRefuse(text: string) {
  try {
    return readFeed(text)
  } catch (error) {
    throw error instanceof FeedError ? invalidInput({ feed: error.message }) : error
  }
}

/** Reads the feed anew. One that cannot be read leaves standing what it told before, and the settings say why. */
export async function takeInFeed({ db, clock, outbound }: Taking, url: string) {
  try {
    const answer = await outbound.request({
      url,
      headers: { accept: 'application/json' },
      redirects: { follow: 3, within: 'anywhere' },
      maxBytes: largestFeed,
      maxDecodedBytes: largestFeed,
      deadlines: { total: 300_000 },
    })
    if (answer.status !== 200) throw new FeedError(`answered with status ${answer.status}`)
    const { vulnerabilities, leftOut } = readFeed(answer.body.toString('utf8'))
    await replaceVulnerabilities(db, 'feed', vulnerabilities, clock.now())
    return { entries: vulnerabilities.length, left_out: leftOut }
  } catch (error) {
    if (!(error instanceof FeedError || error instanceof OutboundError)) throw error
    const problem = `The feed of vulnerabilities at ${new URL(url).host} could not be taken in: ${error.message.replace(/\.?$/, '.')}`
    await noteFailure(db, 'feed', problem, clock.now())
    throw feedNotRead(problem)
  }
}

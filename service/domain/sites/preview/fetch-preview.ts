import type { Context } from '../../../operation/context.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import { maxIconBytes, recogniseIcon } from '../icons/fetch-icon.ts'
import { type PageHead, readHead } from './read-head.ts'

type Fetching = Pick<Context, 'outbound'>

export interface FrontPage extends PageHead {
  /** After redirects. */
  url: string
}

const deadlines = { connect: 5_000, headers: 10_000, idle: 5_000, total: 15_000 }
const maxPageBytes = 2 * 1024 * 1024
const redirects = { follow: 3, within: 'anywhere' } as const

/** The front page as a visitor gets it, without credentials; or the reason why it could not be read. */
export async function fetchFrontPage({ outbound }: Fetching, url: string): Promise<FrontPage | { reason: string }> {
  try {
    const caps = { maxBytes: maxPageBytes, maxDecodedBytes: maxPageBytes }
    const answer = await outbound.request({ url, headers: { accept: 'text/html' }, deadlines, redirects, ...caps })
    if (answer.status !== 200) return { reason: `The site answered with HTTP status ${answer.status}.` }
    const type = String(answer.headers['content-type'] ?? '')
    if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type))
      return { reason: 'The address does not return an HTML page.' }
    return { url: answer.url, ...readHead(decode(answer.body, type), answer.url) }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { reason: error.message }
  }
}

function decode(body: Buffer, type: string): string {
  const charset = /charset=["']?([\w-]{1,40})/i.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    // An encoding that does not exist.
    return new TextDecoder().decode(body)
  }
}

/** The first icon of the page that is a small raster image, else favicon.ico; null if there is none. */
export async function fetchPageIcon({ outbound }: Fetching, { url, icons }: FrontPage) {
  for (const icon of [...icons, new URL('/favicon.ico', url).href]) {
    try {
      const caps = { maxBytes: maxIconBytes, maxDecodedBytes: maxIconBytes }
      const request = { url: icon, headers: { accept: 'image/*' }, deadlines, redirects, ...caps }
      const { status, body } = await outbound.request(request)
      const mediaType = status === 200 ? recogniseIcon(body) : undefined
      if (mediaType) return { mediaType, content: body }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
    }
  }
  return null
}

import { recogniseImage } from '../../platform/image-size.ts'
import type { Outbound } from '../../platform/outbound/http-client.ts'

const largestBytes = 500 * 1024
/** Generous for a printed page, and far from what fills the memory of the browser that prints it. */
const maxEdge = 4_096

/** What the bytes are, not what they are called. */
function recogniseLogo(bytes: Buffer): string | undefined {
  if (bytes.length > largestBytes) return undefined
  const type = recogniseImage(bytes, maxEdge)
  if (type) return type === 'image/x-icon' ? undefined : type
  // Within an image element an SVG runs no scripts and loads nothing.
  const isSvg = /^\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)*<svg[\s>]/.test(bytes.subarray(0, 2_000).toString('utf8'))
  return isSvg ? 'image/svg+xml' : undefined
}

/** Whether a text can be the logo: empty, an https address, or an image within a data address. */
export function isLogo(text: string): boolean {
  if (text === '') return true
  if (!text.startsWith('data:')) return text.length <= 2_000 && URL.parse(text)?.protocol === 'https:'
  const [, type, data] = /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  if (type === undefined || data === undefined) return false
  return recogniseLogo(Buffer.from(data, 'base64')) === type
}

/** The logo as a data address, for pages that load nothing; null where it cannot be had. */
export async function inlineLogo(logo: string, outbound: Pick<Outbound, 'request'>): Promise<string | null> {
  if (logo === '') return null
  if (logo.startsWith('data:')) return logo
  try {
    const { status, body } = await outbound.request({
      url: logo,
      headers: { accept: 'image/*' },
      redirects: { follow: 3, within: 'anywhere' },
      maxBytes: largestBytes,
      maxDecodedBytes: largestBytes,
      deadlines: { total: 10_000 },
    })
    const type = status === 200 ? recogniseLogo(body) : undefined
    return type ? `data:${type};base64,${body.toString('base64')}` : null
  } catch {
    // A report without a logo is better than none.
    return null
  }
}

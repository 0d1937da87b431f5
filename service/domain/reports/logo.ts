import { recogniseImage } from '../../platform/image-size.ts'
import type { Outbound } from '../../platform/outbound/http-client.ts'

const maxBytesOfLogo = 500 * 1024
/** More than a printed page needs, and little enough for the memory of the browser. */
const maxEdge = 4_096

/** By the content, not by the name. */
function recogniseLogo(bytes: Buffer): string | undefined {
  if (bytes.length > maxBytesOfLogo) return undefined
  const type = recogniseImage(bytes, maxEdge)
  if (type) return type === 'image/x-icon' ? undefined : type
  // In an image element an SVG runs no scripts and loads nothing.
  const isSvg = /^\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)*<svg[\s>]/.test(bytes.subarray(0, 2_000).toString('utf8'))
  return isSvg ? 'image/svg+xml' : undefined
}

/** Empty, an https address, or a data URL of an image. */
export function isLogo(text: string): boolean {
  if (text === '') return true
  if (!text.startsWith('data:')) return text.length <= 2_000 && URL.parse(text)?.protocol === 'https:'
  const [, type, data] = /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  if (type === undefined || data === undefined) return false
  return recogniseLogo(Buffer.from(data, 'base64')) === type
}

/** The logo as a data URL; null if it cannot be fetched. */
export async function inlineLogo(logo: string, outbound: Pick<Outbound, 'request'>): Promise<string | null> {
  if (logo === '') return null
  if (logo.startsWith('data:')) return logo
  try {
    const { status, body } = await outbound.request({
      url: logo,
      headers: { accept: 'image/*' },
      redirects: { follow: 3, within: 'anywhere' },
      maxBytes: maxBytesOfLogo,
      maxDecodedBytes: maxBytesOfLogo,
      deadlines: { total: 10_000 },
    })
    const type = status === 200 ? recogniseLogo(body) : undefined
    return type ? `data:${type};base64,${body.toString('base64')}` : null
  } catch {
    // A report without a logo is better than no report.
    return null
  }
}

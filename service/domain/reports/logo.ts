import type { Outbound } from '../../platform/outbound/http-client.ts'

const largestBytes = 500 * 1024

/** How the images begin that a page may show; what a text calls itself is not believed. */
const beginnings: Record<string, (bytes: Buffer) => boolean> = {
  'image/png': (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n',
  'image/jpeg': (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  'image/gif': (bytes) => /^GIF8[79]a/.test(bytes.subarray(0, 6).toString('latin1')),
  'image/webp': (bytes) => /^RIFF.{4}WEBP/s.test(bytes.subarray(0, 12).toString('latin1')),
  // Within an image element an SVG runs no scripts and loads nothing.
  'image/svg+xml': (bytes) =>
    /^\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)*<svg[\s>]/.test(bytes.subarray(0, 2_000).toString('utf8')),
}

/** Whether a text can be the logo: empty, an https address, or an image within a data address. */
export function isLogo(text: string): boolean {
  if (text === '') return true
  if (!text.startsWith('data:')) return text.length <= 2_000 && URL.parse(text)?.protocol === 'https:'
  const [, type, data] = /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  if (type === undefined || data === undefined) return false
  const bytes = Buffer.from(data, 'base64')
  return bytes.length <= largestBytes && (beginnings[type]?.(bytes) ?? false)
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
    const type = status === 200 ? Object.keys(beginnings).find((each) => beginnings[each]!(body)) : undefined
    return type ? `data:${type};base64,${body.toString('base64')}` : null
  } catch {
    // A report without a logo is better than none.
    return null
  }
}

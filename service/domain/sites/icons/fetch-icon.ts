import { hash } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { type ImageType, recogniseImage } from '../../../platform/image-size.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import type { ConnectContext } from '../connection/connect-site.ts'
import { withChild } from '../connection/site-keys.ts'
import { openFrom } from '../connection/site-secrets.ts'
import type { SiteRow } from '../site-store.ts'
import { findIcon, upsertIcon } from './icon-store.ts'

export const maxIconBytes = 65_536
const maxEdge = 1_024

/** The type of an icon, by its bytes alone; undefined for anything that is not a small image. */
export const recogniseIcon = (bytes: Buffer): ImageType | undefined =>
  bytes.length > maxIconBytes ? undefined : recogniseImage(bytes, maxEdge)

const day = 86_400_000
/** Icons rarely change, and the request makes the site fetch its own front page. */
export const iconDays = 30
const deadlines = { connect: 10_000, headers: 10_000, idle: 5_000, total: 20_000 }

export interface FetchedIcon {
  /** Its address in this service; null when the site has no icon. */
  icon_url: string | null
  /** Why there is no icon, or no new one. */
  reason: string | null
}

/** Requests the address of the icon from the site, and downloads it unless it is stored from the same address. */
export async function fetchIcon(
  context: ConnectContext & Pick<Context, 'connector' | 'outbound'>,
  site: SiteRow,
): Promise<FetchedIcon> {
  const { db, clock, connector } = context
  const source_url = await withChild(context, site, (child) => connector.siteIcon(child))
  const next = new Date(clock.now().getTime() + iconDays * day)
  const store = (address: string | null, picture: Pick<StoredIcon, 'media_type' | 'content'>) =>
    upsertIcon(db, site, { source_url, ...picture, address, next })
  const known = await findIcon(db, site.id)
  if (known?.content && known.source_url === source_url) {
    await store(site.icon_url, known)
    return { icon_url: site.icon_url, reason: null }
  }
  const picture = source_url === null ? 'The site has no icon.' : await download(context, site, source_url)
  if (typeof picture === 'string') {
    await store(null, { media_type: null, content: null })
    return { icon_url: null, reason: picture }
  }
  const icon_url = `/api/v2/sites/${site.id}/icon?version=${hash('sha256', picture.content).slice(0, 16)}`
  await store(icon_url, picture)
  return { icon_url, reason: null }
}

type StoredIcon = NonNullable<Awaited<ReturnType<typeof findIcon>>>

/** The image, or the reason why there is none. Neither the address nor the response can be trusted: both come from the site. */
async function download({ outbound, secrets }: Pick<Context, 'outbound' | 'secrets'>, site: SiteRow, url: string) {
  const isAtSite = new URL(url).origin === new URL(site.url).origin
  try {
    const { status, body } = await outbound.request({
      url,
      headers: { accept: 'image/*' },
      deadlines,
      maxBytes: maxIconBytes,
      maxDecodedBytes: maxIconBytes,
      redirects: { follow: 3, within: 'anywhere' },
      // Credentials of the site are not sent to other hosts.
      tls: { verify: isAtSite ? site.verify_tls : true },
      ...(isAtSite &&
        site.http_user && {
          basicAuth: { username: site.http_user, password: openFrom(secrets, site, 'http_pass') ?? '' },
        }),
    })
    if (status !== 200) return `Its icon could not be fetched: HTTP ${status}.`
    const media_type = recogniseIcon(body)
    return media_type ? { media_type, content: body } : 'Its icon is not a small PNG, JPEG, GIF, WebP or ICO.'
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return error.message
  }
}

import { hash } from 'node:crypto'
import type { Context } from '../../../operation/context.ts'
import { OutboundError } from '../../../platform/outbound/errors.ts'
import type { ConnectContext } from '../connect-site.ts'
import { openFrom } from '../site-secrets.ts'
import type { SiteRow } from '../site-store.ts'
import { withChild } from '../with-child.ts'
import { maxIconBytes, recogniseIcon } from './icon-image.ts'
import { findIcon, keepIcon } from './icon-store.ts'

const day = 86_400_000
/** Pictures rarely change, and asking makes the site fetch its own front page. */
export const iconDays = 30
const deadlines = { connect: 10_000, headers: 10_000, idle: 5_000, total: 20_000 }

export interface FetchedIcon {
  /** Where we serve it; null: the site has none. */
  icon_url: string | null
  /** Why there is none, or none of the new one, in a sentence. */
  reason: string | null
}

/** Asks the site where its picture is, and fetches it unless we have it from that very address. */
export async function fetchIcon(
  context: ConnectContext & Pick<Context, 'connector' | 'outbound'>,
  site: SiteRow,
): Promise<FetchedIcon> {
  const { db, clock, connector } = context
  const source_url = await withChild(context, site, (child) => connector.siteIcon(child))
  const next = new Date(clock.now().getTime() + iconDays * day)
  const keep = (address: string | null, picture: Pick<Kept, 'media_type' | 'content'>) =>
    keepIcon(db, site, { source_url, ...picture, address, next })
  const known = await findIcon(db, site.id)
  if (known?.content && known.source_url === source_url) {
    await keep(site.icon_url, known)
    return { icon_url: site.icon_url, reason: null }
  }
  const picture = source_url === null ? 'The site has no icon.' : await download(context, site, source_url)
  if (typeof picture === 'string') {
    await keep(null, { media_type: null, content: null })
    return { icon_url: null, reason: picture }
  }
  const icon_url = `/api/v2/sites/${site.id}/icon?version=${hash('sha256', picture.content).slice(0, 16)}`
  await keep(icon_url, picture)
  return { icon_url, reason: null }
}

type Kept = NonNullable<Awaited<ReturnType<typeof findIcon>>>

/** The picture, or why it is none. The address comes from the site: it may lead anywhere, and so may what it answers. */
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
      // What was entered for the site is for nobody else.
      tls: { verify: isAtSite ? site.verify_tls : true },
      ...(isAtSite &&
        site.http_user && {
          basicAuth: { username: site.http_user, password: openFrom(secrets, site, 'http_pass') ?? '' },
        }),
    })
    if (status !== 200) return `Its icon was not to be had: HTTP ${status}.`
    const media_type = recogniseIcon(body)
    return media_type
      ? { media_type, content: body }
      : 'What it calls its icon is no small PNG, JPEG, GIF, WebP or ICO.'
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return error.message
  }
}

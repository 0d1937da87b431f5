import { useState } from 'react'
import { basePath } from '../api/request.ts'
import { nameOf } from './site-labels.ts'

/** The site's icon as stored by the service (pages load no images from elsewhere), else a letter. */
export function SiteAvatar({
  site,
  large = false,
}: {
  site: { name: string; url: string; icon_url: string | null }
  large?: boolean
}) {
  const { icon_url } = site
  const [broken, setBroken] = useState<string | null>(null)
  const first = [...nameOf(site)].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '?'
  const pictured = icon_url?.startsWith('/api/') && icon_url !== broken
  return (
    <span className={large ? 'site-avatar large' : 'site-avatar'} aria-hidden>
      {pictured ? (
        <img src={basePath + icon_url} alt="" loading="lazy" decoding="async" onError={() => setBroken(icon_url)} />
      ) : (
        first.toUpperCase()
      )}
    </span>
  )
}

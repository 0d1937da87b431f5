import { nameOf } from './site-words.ts'
import './site.css'

/** Stands for the site's icon: pages show no picture that comes from elsewhere. */
export function SiteAvatar({ site, large = false }: { site: { name: string; url: string }; large?: boolean }) {
  const first = [...nameOf(site)].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '?'
  return (
    <span className={large ? 'site-avatar large' : 'site-avatar'} aria-hidden>
      {first.toUpperCase()}
    </span>
  )
}

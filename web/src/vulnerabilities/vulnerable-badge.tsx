import { Link } from '@tanstack/react-router'
import { Badge } from '../ui/badge.tsx'
import { vulnerableTexts } from './vulnerable-texts.ts'

/** As sources name it: the folder of a plugin. */
export const folderOf = (slug: string) => (slug.split('/')[0] ?? slug).replace(/\.php$/, '')

/** Links to the vulnerabilities of the item; nothing when no site has an open one. */
export function VulnerableBadge({ type, slug, sites }: { type: string; slug: string; sites: number }) {
  if (sites === 0) return null
  return (
    <Link
      to="/security"
      search={{ search: folderOf(slug), kind: type }}
      title={vulnerableTexts.vulnerableSites({ count: sites })}
    >
      <Badge tone="bad">{vulnerableTexts.vulnerable}</Badge>
    </Link>
  )
}

/** Links to the Security tab of the site; nothing when it has no open vulnerability. */
export function SiteVulnerable({ siteId, count }: { siteId: number; count: number }) {
  if (count === 0) return null
  return (
    <Link to="/sites/$siteId/$tab" params={{ siteId: String(siteId), tab: 'security' }}>
      <Badge tone="bad">{vulnerableTexts.siteHas({ count })}</Badge>
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import { hostOf } from '../ui/format/host-of.ts'

/** Link to a site's page or one of its tabs. */
export function SiteLink({ id, name, url, tab }: { id: number; name: string; url: string; tab?: string }) {
  const label = name || hostOf(url)
  const siteId = String(id)
  if (tab === undefined) {
    return (
      <Link to="/sites/$siteId" params={{ siteId }} title={url}>
        {label}
      </Link>
    )
  }
  return (
    <Link to="/sites/$siteId/$tab" params={{ siteId, tab }} title={url}>
      {label}
    </Link>
  )
}

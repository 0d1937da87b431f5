import { Link } from '@tanstack/react-router'
import { hostOf } from './format/host-of.ts'

/** A site in a table: its name as a link, with its address below. */
export function SiteName({ id, name, url }: { id: number | null; name: string; url: string }) {
  return (
    <div style={{ minWidth: 0 }}>
      <div className="cut">
        {id === null ? (
          <span className="row-name">{name || hostOf(url)}</span>
        ) : (
          <Link to="/sites/$siteId" params={{ siteId: String(id) }} className="row-name">
            {name || hostOf(url)}
          </Link>
        )}
      </div>
      <div className="soft small cut">{hostOf(url)}</div>
    </div>
  )
}

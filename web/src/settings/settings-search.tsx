import { Link } from '@tanstack/react-router'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/states.tsx'
import { findSettings } from './setting-search.ts'
import { settingTexts } from './setting-texts.ts'

export function SearchResults({ search, onChosen }: { search: string; onChosen: () => void }) {
  const found = findSettings(search)
  if (found.length === 0) return <EmptyState title={settingTexts.noResults({ search: search.trim() })} />
  return (
    <Card title={settingTexts.results({ count: found.length })}>
      <ul className="stack-tight">
        {found.map(({ label, page, group, hash, hint }) => (
          <li key={`${group} ${hash} ${label}`} className="setting-link">
            <Link to="/settings/$group" params={{ group }} {...(hash && { hash })} onClick={onChosen}>
              {label}
            </Link>
            <span className="soft small">
              {page}
              {hint !== undefined && `: ${hint}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

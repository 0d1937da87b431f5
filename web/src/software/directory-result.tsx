import { useState } from 'react'
import { basePath } from '../api/request.ts'
import { dayText } from '../ui/format/day.ts'
import { IconPuzzle } from '../ui/icons.ts'
import type { DirectoryItem } from './directory-search.tsx'
import { softwareTexts } from './software-texts.ts'

/** An entry of the public directory: picture, name and what helps to choose. */
export function DirectoryResult({ item }: { item: DirectoryItem }) {
  const { name, slug, version, author, description, active_installs, tested, last_updated, icon_url } = item
  const [broken, setBroken] = useState<string | null>(null)
  const facts = [
    version,
    author,
    active_installs !== null && softwareTexts.activeInstalls({ count: active_installs }),
    tested && softwareTexts.testedWith({ version: tested }),
    last_updated && softwareTexts.lastUpdated({ day: dayText(last_updated) }),
  ].filter(Boolean)
  return (
    <div className="line" style={{ flexWrap: 'nowrap', alignItems: 'flex-start', minWidth: 0 }}>
      {icon_url && icon_url !== broken ? (
        <img
          src={basePath + icon_url}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          style={{ borderRadius: 6 }}
          onError={() => setBroken(icon_url)}
        />
      ) : (
        <IconPuzzle size={40} stroke={1.2} aria-hidden />
      )}
      <div style={{ minWidth: 0 }}>
        <strong>{name}</strong> <span className="soft small">{slug}</span>
        {description && <div className="small">{description}</div>}
        <div className="soft small">{facts.join(' · ')}</div>
      </div>
    </div>
  )
}

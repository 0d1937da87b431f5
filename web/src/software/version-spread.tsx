import { Card } from '../ui/card.tsx'
import { softwareTexts } from './software-texts.ts'

interface Version {
  version: string
  sites: number
  active: number
}

/** One bar per version; clicking it filters the sites. */
export function VersionSpread({
  versions,
  latest,
  selected,
  onSelect,
}: {
  versions: readonly Version[]
  latest: string | null
  selected: string | undefined
  onSelect: (version: string | undefined) => void
}) {
  const max = Math.max(1, ...versions.map(({ sites }) => sites))
  return (
    <Card title={softwareTexts.versions}>
      <ul className="spread">
        {versions.map(({ version, sites, active }) => (
          <li key={version}>
            <button
              type="button"
              aria-pressed={selected === version}
              onClick={() => onSelect(selected === version ? undefined : version)}
            >
              <span className="cut">{version || 'unknown'}</span>
              <span className="spread-bar">
                <i
                  style={{
                    width: `${(100 * sites) / max}%`,
                    background: `var(--${version === latest ? 'good' : 'warn'})`,
                  }}
                />
              </span>
              <span className="soft nowrap">
                {softwareTexts.sites({ count: sites })}
                {active < sites && softwareTexts.activeOnActive({ active })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

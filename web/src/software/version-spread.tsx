import { Card } from '../ui/card.tsx'
import { counted } from '../ui/describe-count.ts'

interface Version {
  version: string
  sites: number
  active: number
}

/** One bar per version; a press on it shows only its sites. */
export function VersionSpread({
  versions,
  latest,
  chosen,
  onChoose,
}: {
  versions: readonly Version[]
  latest: string | null
  chosen: string | undefined
  onChoose: (version: string | undefined) => void
}) {
  const most = Math.max(1, ...versions.map(({ sites }) => sites))
  return (
    <Card title="Versions">
      <ul className="spread">
        {versions.map(({ version, sites, active }) => (
          <li key={version}>
            <button
              type="button"
              aria-pressed={chosen === version}
              onClick={() => onChoose(chosen === version ? undefined : version)}
            >
              <span className="cut">{version || 'unknown'}</span>
              <span className="spread-bar">
                <i
                  style={{
                    width: `${(100 * sites) / most}%`,
                    background: `var(--${version === latest ? 'good' : 'warn'})`,
                  }}
                />
              </span>
              <span className="soft nowrap">
                {counted(sites, 'site')}
                {active < sites && `, active on ${active.toLocaleString()}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

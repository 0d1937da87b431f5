import type { OutputOf } from '../../../../contract/client.ts'
import { BriefItem } from '../../overview/brief-card.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'

type Part = OutputOf<'get-site-sync'>['parts'][number]

const titleOf = (part: string) => {
  const text = part.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Outcome of the last sync by section: a section that fails does not affect the others. */
export function SyncParts({ parts }: { parts: readonly Part[] }) {
  const bad = parts.filter(({ problem }) => problem !== null)
  return (
    <Card
      title="What the last syncs brought"
      flush
      actions={
        parts.length > 0 && (
          <Badge tone={bad.length > 0 ? 'warn' : 'good'}>
            {bad.length > 0 ? `${bad.length} with a problem` : 'All well'}
          </Badge>
        )
      }
    >
      {parts.length === 0 ? (
        <p className="card-body soft">Nothing yet. The first sync brings versions, plugins, themes and updates.</p>
      ) : (
        <ul className="brief">
          {[...bad, ...parts.filter(({ problem }) => problem === null)].map(({ part, problem, good_at, read_at }) => (
            <BriefItem
              key={part}
              name={titleOf(part)}
              remark={problem}
              end={
                <span className="soft small">
                  <RelativeTime at={good_at ?? read_at} />
                </span>
              }
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

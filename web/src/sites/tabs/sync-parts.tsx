import type { OutputOf } from '../../../../contract/client.ts'
import { BriefItem } from '../../overview/brief-card.tsx'
import { labelOf, sentence } from '../../texts/sentence.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { type FigureSource, useIsStale } from '../figure.tsx'
import { siteConditionTexts } from '../site-condition-texts.ts'
import { tabsTexts } from './tabs-texts.ts'

type Part = OutputOf<'get-site-sync'>['parts'][number]

const titleOf = (part: string) => {
  const label = labelOf(part)
  if (label !== undefined) return label
  const text = part.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const partsOfTheirOwn = ['security', 'health', 'users'] as const

const sourceOf = (part: string): FigureSource => partsOfTheirOwn.find((name) => name === part) ?? 'sync'

/** When each section was last received: a section that fails does not affect the others. */
export function SyncParts({ parts, hasFailed }: { parts: readonly Part[]; hasFailed: boolean }) {
  const isStale = useIsStale()
  const bad = parts.filter(({ problem }) => problem !== null)
  const old = parts.filter(({ part, good_at, read_at }) => isStale(good_at ?? read_at, sourceOf(part)))
  const [tone, text]: [Tone, string] =
    bad.length > 0
      ? ['warn', siteConditionTexts.sectionsWithProblem({ count: bad.length })]
      : old.length > 0
        ? [
            'warn',
            old.length === parts.length
              ? siteConditionTexts.allStale
              : siteConditionTexts.sectionsStale({ count: old.length }),
          ]
        : hasFailed
          ? ['warn', siteConditionTexts.beforeFailure]
          : ['good', siteConditionTexts.allReceived]
  return (
    <Card title={siteConditionTexts.sections} flush actions={parts.length > 0 && <Badge tone={tone}>{text}</Badge>}>
      {parts.length === 0 ? (
        <p className="card-body soft">{tabsTexts.nothingYetTheFirst}</p>
      ) : (
        <ul className="brief">
          {[...bad, ...parts.filter(({ problem }) => problem === null)].map(({ part, problem, good_at, read_at }) => (
            <BriefItem
              key={part}
              name={titleOf(part)}
              remark={problem && sentence(problem)}
              end={
                <span className="soft small">
                  <Received at={good_at} read={read_at} source={sourceOf(part)} />
                </span>
              }
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Received({ at, read, source }: { at: string | null; read: string; source: FigureSource }) {
  const isStale = useIsStale()
  if (at === null) return siteConditionTexts.neverReceived({ time: () => <RelativeTime at={read} /> })
  return (
    <span className={isStale(at, source) ? 'tone-text-warn' : undefined}>
      <RelativeTime at={at} />
    </span>
  )
}

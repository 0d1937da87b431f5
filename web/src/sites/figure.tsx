import type { ReactNode } from 'react'
import { useAppShell } from '../api/app-shell.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconClock } from '../ui/icons.ts'
import { siteConditionTexts } from './site-condition-texts.ts'

/** What reads a figure; the service says after which age it is stale. */
export type FigureSource = 'sync' | 'security' | 'health' | 'users'

/** Whether a figure seen at this time is stale. A figure that was never seen is not stale, but unknown. */
export function useIsStale(): (at: string | null | undefined, source: FigureSource) => boolean {
  const { data } = useAppShell()
  return (at, source) => Boolean(at && data && Date.now() - new Date(at).getTime() > data.stale_after[source] * 1000)
}

/** A figure of a site; a stale one is grey and says when it was seen. */
export function Figure({
  at,
  source,
  children,
}: {
  at: string | null | undefined
  source: FigureSource
  children: ReactNode
}) {
  const isStale = useIsStale()
  return (
    <DatedFigure at={at} isStale={isStale(at, source)}>
      {children}
    </DatedFigure>
  )
}

/** The same where the service says whether it is stale: every monitor has an interval of its own. */
export function DatedFigure({
  at,
  isStale,
  children,
}: {
  at: string | null | undefined
  isStale: boolean
  children: ReactNode
}) {
  if (!isStale) return children
  return (
    <span className="stale">
      {children}
      <span className="stale-time small nowrap">
        <IconClock size={13} aria-hidden />
        <RelativeTime at={at} />
      </span>
    </span>
  )
}

/** "as of 3 hr. ago", marked when that is stale. */
export function AsOf({ at, source }: { at: string | null | undefined; source: FigureSource }) {
  const isStale = useIsStale()
  const time = () => <RelativeTime at={at} />
  if (!isStale(at, source)) return <span className="nowrap">{siteConditionTexts.asOf({ time })}</span>
  return <span className="tone-text-warn">{siteConditionTexts.asOfStale({ time })}</span>
}

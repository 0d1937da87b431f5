import { PlanWarnings } from '../actions/plan-warnings.tsx'
import { Badge } from '../ui/badge.tsx'
import { leftOutTexts } from './left-out-texts.ts'
import { StepBadge, StepCounts, VersionChange } from './update-badges.tsx'
import { type Step, typeLabels, type UpdateType } from './update-labels.ts'
import { updatesTexts } from './updates-texts.ts'

export interface PlannedUpdate {
  site_id: number
  site_url: string
  site_name: string
  type: UpdateType
  slug: string
  name: string
  old_version: string
  new_version: string
  step: Step
}

export type PlanSummary = Record<Step | 'sites' | 'core' | 'plugins' | 'themes' | 'translations', number>

const shownSites = 100

/** The plan: counts, updates by site, and what is left out and why. */
export function PlannedUpdates({
  plan: { would_affect, count, warnings, summary, left_out },
}: {
  plan: {
    would_affect: PlannedUpdate[]
    count: number
    warnings: string[]
    summary: PlanSummary
    left_out: readonly unknown[]
  }
}) {
  const bySite = [...Map.groupBy(would_affect, ({ site_id }) => site_id).values()]
  return (
    <>
      {count === 0 ? (
        <p>{left_out.length > 0 ? leftOutTexts.nothingInstalled : updatesTexts.nothingWouldBeInstalled}</p>
      ) : (
        <p className="line">
          <span>
            {updatesTexts.count({
              count,
              b: (text) => <strong>{text}</strong>,
              sites: summary.sites,
              b2: (text) => <strong>{text}</strong>,
            })}
          </span>
          <StepCounts counts={{ ...summary, unknown: summary.unknown - summary.translations }} />
          {summary.translations > 0 && <Badge>{updatesTexts.count2({ count: summary.translations })}</Badge>}
        </p>
      )}
      <PlanWarnings warnings={warnings} />
      {bySite.length > 0 && (
        <ul className="planned">
          {bySite.slice(0, shownSites).map((updates) => (
            <li key={updates[0]!.site_id}>
              <div className="cut">
                <strong>{updates[0]!.site_name || updates[0]!.site_url}</strong>
              </div>
              {updates.map((update) => (
                <PlannedLine key={`${update.type} ${update.slug} ${update.name}`} update={update} />
              ))}
            </li>
          ))}
        </ul>
      )}
      {bySite.length > shownSites && (
        <p className="soft">{updatesTexts.andValue({ value: summary.sites - shownSites })}</p>
      )}
    </>
  )
}

function PlannedLine({ update: { type, name, old_version, new_version, step } }: { update: PlannedUpdate }) {
  return (
    <div className="apart small">
      <span className="cut">
        {name} {type !== 'plugin' && <span className="soft">{typeLabels[type]}</span>}
      </span>
      <span className="line" style={{ flexWrap: 'nowrap' }}>
        <VersionChange from={old_version} to={new_version} />
        {type !== 'translation' && <StepBadge step={step} />}
      </span>
    </div>
  )
}

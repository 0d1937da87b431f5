import type { RowOf } from '../api/call.ts'
import { Badge } from '../ui/badge.tsx'
import { type Health, healthLabels, resultLabels, type Step, stepLabels, steps } from './update-labels.ts'
import { updateTexts } from './update-texts.ts'

export function StepBadge({ step, count }: { step: Step; count?: number }) {
  const [tone, label, meaning] = stepLabels[step]
  return (
    <span title={meaning}>
      <Badge tone={tone}>{count === undefined ? label : updateTexts.steps({ count, step: label })}</Badge>
    </span>
  )
}

/** Count of each step; zeros are omitted. */
export function StepCounts({ counts }: { counts: Readonly<Record<Step, number>> }) {
  const present = steps.filter((step) => counts[step] > 0)
  if (present.length === 0) return <span className="soft">–</span>
  return (
    <span className="line" style={{ gap: '0.25rem' }}>
      {present.map((step) => (
        <StepBadge key={step} step={step} count={counts[step]} />
      ))}
    </span>
  )
}

/** "10.3.4 → 10.3.5", or only the new version when the old one is not known, as of translations. */
export function VersionChange({ from, to }: { from: string; to: string }) {
  if (to === '') return <span className="soft">{from || updateTexts.newTexts}</span>
  if (from === '') return <span className="nowrap">{to}</span>
  return (
    <span className="nowrap">
      <span className="soft">{from}</span>
      <span aria-hidden className="soft">
        {' → '}
      </span>
      <span className="unseen"> {updateTexts.to} </span>
      <strong>{to}</strong>
    </span>
  )
}

/** Versions of an attempt: the change, or the version that stays and the one that was not installed. */
export function AttemptVersion({
  attempt,
}: {
  attempt: Pick<RowOf<'list-update-history'>, 'type' | 'result' | 'old_version' | 'new_version' | 'wanted_version'>
}) {
  const { type, result, old_version: before, new_version: after, wanted_version: wanted } = attempt
  if (type === 'translation' || before !== after) return <VersionChange from={before} to={after} />
  const remark =
    result === 'unknown'
      ? updateTexts.versionNotKnown
      : result === 'running'
        ? updateTexts.versionRunning
        : updateTexts.versionNotInstalled
  return (
    <span>
      <strong className="nowrap">{before || '?'}</strong>
      {wanted && wanted !== before && <span className="soft small"> {remark({ version: wanted })}</span>}
    </span>
  )
}

export function HealthBadge({ health }: { health: Health }) {
  if (health === null)
    return (
      <span className="soft nowrap" title={updateTexts.homepageNotChecked}>
        –
      </span>
    )
  // Stored with the job, perhaps by another version: an unknown value must not hide the page.
  const [tone, label] = healthLabels[health] ?? ['warn', updateTexts.unknown]
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

export function ResultBadge({ result }: { result: string }) {
  const [tone, label] = resultLabels(result)
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

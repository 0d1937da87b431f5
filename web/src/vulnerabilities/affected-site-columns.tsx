import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { dayText } from '../ui/format/day.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { SiteName } from '../ui/site-name.tsx'
import type { Column } from '../ui/table/column.ts'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

export type AffectedSite = RowOf<'list-affected-sites'>

function stateOf({ state, is_active, fixed_how }: AffectedSite): [Tone, string] {
  if (state === 'fixed') {
    if (fixed_how === 'record_changed') return ['still', vulnerabilityTexts.noLongerListed]
    return ['good', fixed_how === 'removed' ? vulnerabilityTexts.removed : vulnerabilityTexts.fixed]
  }
  if (state === 'accepted') return ['warn', vulnerabilityTexts.accepted]
  if (state === 'removed') return ['good', vulnerabilityTexts.removed]
  if (state === 'installed')
    return is_active ? ['note', vulnerabilityTexts.active] : ['still', vulnerabilityTexts.inactive]
  return is_active ? ['bad', vulnerabilityTexts.open] : ['warn', vulnerabilityTexts.openInactive]
}

const outcomes: Record<string, [Tone, string]> = {
  waiting: ['still', vulnerabilityTexts.waiting],
  running: ['note', vulnerabilityTexts.running],
  done: ['good', vulnerabilityTexts.done],
  failed: ['bad', vulnerabilityTexts.failed],
  skipped: ['warn', vulnerabilityTexts.skipped],
  cancelled: ['still', vulnerabilityTexts.cancelled],
  unknown: ['warn', vulnerabilityTexts.outcomeUnknown],
}

export const describeAction = (action: string, version: string | null, replacement: string | null): string =>
  action === 'replace'
    ? vulnerabilityTexts.actionReplace({ name: replacement ?? '', version: version ?? '' })
    : action === 'delete'
      ? vulnerabilityTexts.actionDelete
      : action === 'deactivate'
        ? vulnerabilityTexts.actionDeactivate
        : version === null
          ? vulnerabilityTexts.actionUpdate
          : vulnerabilityTexts.actionUpdateTo({ version })

function LastDecision({ fix }: Pick<AffectedSite, 'fix'>) {
  if (!fix) return <span className="soft">{vulnerabilityTexts.noDecision}</span>
  const [tone, label] = outcomes[fix.outcome] ?? ['still', fix.outcome]
  const action = describeAction(fix.action, fix.wanted_version, fix.replacement)
  return (
    <div style={{ minWidth: 0 }}>
      <div className="line">
        <Badge tone={tone}>{label}</Badge>
        {fix.rollout_id !== null ? (
          <Link to="/rollouts/$rolloutId" params={{ rolloutId: String(fix.rollout_id) }}>
            {action}
          </Link>
        ) : fix.job_id !== null ? (
          <Link to="/jobs/$jobId" params={{ jobId: fix.job_id }}>
            {action}
          </Link>
        ) : (
          <span>{action}</span>
        )}
      </div>
      {fix.message && <div className="soft small">{sentence(fix.message)}</div>}
    </div>
  )
}

export const affectedSiteColumns: readonly Column<AffectedSite>[] = [
  {
    key: 'site',
    title: vulnerabilityTexts.site,
    primary: true,
    cell: ({ site_id, site_name, site_url }) => <SiteName id={site_id} name={site_name} url={site_url} />,
  },
  {
    key: 'version',
    title: vulnerabilityTexts.installedVersion,
    cell: ({ version, fixed_version }) =>
      fixed_version === null
        ? version || <span className="soft">{vulnerabilityTexts.unknown}</span>
        : vulnerabilityTexts.versionStep({ from: version, to: fixed_version }),
  },
  {
    key: 'state',
    title: vulnerabilityTexts.state,
    cell: (row) => {
      const [tone, label] = stateOf(row)
      const { acceptance, fixed_at } = row
      return (
        <div style={{ minWidth: 0 }}>
          <Badge tone={tone}>{label}</Badge>
          {row.state === 'fixed' && fixed_at !== null && (
            <div className="soft small">
              <RelativeTime at={fixed_at} />
            </div>
          )}
          {acceptance && (
            <div className="soft small">
              {vulnerabilityTexts.acceptedUntil({
                name: acceptance.accepted_by,
                day: acceptance.ends_at === null ? '–' : dayText(acceptance.ends_at.slice(0, 10)),
                reason: acceptance.reason,
              })}
            </div>
          )}
        </div>
      )
    },
  },
  {
    key: 'decision',
    title: vulnerabilityTexts.lastDecision,
    wide: true,
    widthPercent: 40,
    cell: (row) => <LastDecision fix={row.fix} />,
  },
]

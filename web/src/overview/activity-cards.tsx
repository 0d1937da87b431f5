import type { DataOf } from '../../../contract/client.ts'
import { describeUnsynced } from '../fleet/describe-unsynced.ts'
import { jobTitle } from '../jobs/job-labels.ts'
import { describeChange } from '../sites/change-labels.ts'
import { Badge } from '../ui/badge.tsx'
import { describeCount, hostOf } from '../ui/format/describe-count.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Progress } from '../ui/progress.tsx'
import { BriefCard, BriefItem, IssueItem, ModuleOffCard, severityTone, siteLink } from './brief-card.tsx'

type Overview = DataOf<'get-overview'>

const shown = 5

// Cards for security issues, changes made on sites, and running jobs.

export function SecurityCard({ security }: Pick<Overview, 'security'>) {
  return (
    <BriefCard
      title="Security"
      total={security.issues}
      all={{ to: '/sites', search: { issue: 'any' } }}
      emptyText="No issue is known."
      unknown={security.coverage.summary}
    >
      {security.items.slice(0, shown).map(({ type, severity, message, sites }) => (
        <IssueItem
          key={type}
          message={message}
          link={{ to: '/sites', search: { issue: type } }}
          end={<Badge tone={severityTone[severity]}>{describeCount(sites, 'site')}</Badge>}
        />
      ))}
    </BriefCard>
  )
}

export function ChangesCard({ changes, sites }: Pick<Overview, 'changes' | 'sites'>) {
  if (!changes) return <ModuleOffCard title="Changed by others" module="Logs" />
  return (
    <BriefCard
      title="Changed by others"
      total={changes.length}
      tone="note"
      all={{ to: '/changes', search: { source: 'site' } }}
      allText="Show all"
      emptyText="No changes are known."
      unknown={describeUnsynced(sites)}
    >
      {changes.slice(0, shown).map(({ id, site_id, site_name, site_url, description, item, user, timestamp }) => (
        <BriefItem
          key={id}
          link={siteLink(site_id, 'changes')}
          name={describeChange(description, item)}
          remark={
            <>
              {site_name || hostOf(site_url)}
              {user && `, by ${user}`}
            </>
          }
          end={
            <span className="soft small">
              <RelativeTime at={timestamp} />
            </span>
          }
        />
      ))}
    </BriefCard>
  )
}

export function JobsCard({ jobs }: Pick<Overview, 'jobs'>) {
  return (
    <BriefCard
      title="Running jobs"
      total={jobs.total}
      tone="note"
      all={{ to: '/jobs' }}
      emptyText="Nothing runs just now."
    >
      {jobs.items.slice(0, shown).map(({ job_id, type, progress, processed, total }) => (
        <BriefItem
          key={job_id}
          link={{ to: '/jobs/$jobId', params: { jobId: job_id } }}
          name={jobTitle(type)}
          remark={<Progress percent={progress} label={`Progress of job ${job_id}`} />}
          end={
            <span className="small soft">
              {processed.toLocaleString()} of {total.toLocaleString()}
            </span>
          }
        />
      ))}
    </BriefCard>
  )
}

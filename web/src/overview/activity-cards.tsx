import type { DataOf } from '../../../contract/client.ts'
import { describeUnsynced } from '../fleet/describe-unsynced.ts'
import { jobTitle } from '../jobs/job-labels.ts'
import { describeChange } from '../sites/change-labels.ts'
import { sentence } from '../texts/sentence.ts'
import { Badge } from '../ui/badge.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Progress } from '../ui/progress.tsx'
import { BriefCard, BriefItem, IssueItem, ModuleOffCard, severityTone, siteLink } from './brief-card.tsx'
import { overviewTexts } from './overview-texts.ts'

type Overview = DataOf<'get-overview'>

const shown = 5

// Cards for security issues, changes made on sites, and running jobs.

export function SecurityCard({ security }: Pick<Overview, 'security'>) {
  return (
    <BriefCard
      title={overviewTexts.security}
      total={security.issues}
      all={{ to: '/sites', search: { issue: 'any' } }}
      emptyText={overviewTexts.noIssueIsKnown}
      unknown={security.coverage.summary && sentence(security.coverage.summary)}
    >
      {security.items.slice(0, shown).map(({ type, severity, message, sites }) => (
        <IssueItem
          key={type}
          message={sentence(message)}
          link={{ to: '/sites', search: { issue: type } }}
          end={<Badge tone={severityTone[severity]}>{overviewTexts.count({ count: sites })}</Badge>}
        />
      ))}
    </BriefCard>
  )
}

export function ChangesCard({ changes, sites }: Pick<Overview, 'changes' | 'sites'>) {
  if (!changes) return <ModuleOffCard title={overviewTexts.changedByOthers} module={overviewTexts.logs} />
  return (
    <BriefCard
      title={overviewTexts.changedByOthers}
      total={changes.length}
      tone="note"
      all={{ to: '/changes', search: { source: 'site' } }}
      allText={overviewTexts.showAll}
      emptyText={overviewTexts.noChangesAreKnown}
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
              {user && overviewTexts.byUser({ user })}
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
      title={overviewTexts.runningJobs}
      total={jobs.total}
      tone="note"
      all={{ to: '/jobs' }}
      emptyText={overviewTexts.nothingRunsJustNow}
    >
      {jobs.items.slice(0, shown).map(({ job_id, type, progress, processed, total }) => (
        <BriefItem
          key={job_id}
          link={{ to: '/jobs/$jobId', params: { jobId: job_id } }}
          name={jobTitle(type)}
          remark={<Progress percent={progress} label={overviewTexts.progressOfJobJobid({ jobid: job_id })} />}
          end={<span className="small soft">{overviewTexts.processedOfTotal({ processed, total })}</span>}
        />
      ))}
    </BriefCard>
  )
}

import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLiveJob } from '../api/live.ts'
import { queries, useList } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import { Progress } from '../ui/progress.tsx'
import { perfAuditTexts } from './perf-audit-texts.ts'

const pollEveryMs = 5_000

/** Progress of the running audit job, started by any user. */
export function RunningAudits() {
  const { data } = useList('list-jobs', { type: 'audit', per_page: 1 }, { every: pollEveryMs })
  const job = data?.rows[0]
  if (!job || job.completed_at !== null) return null
  return <LiveAudits jobId={job.job_id} />
}

function LiveAudits({ jobId }: { jobId: string }) {
  const { job } = useLiveJob(jobId)
  const processed = job?.processed
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['list-audit-results'] })
    void queries.invalidateQueries({ queryKey: ['get-site-audit-result'] })
    void queries.invalidateQueries({ queryKey: ['list-site-audits'] })
  }, [processed])
  if (!job || job.completed_at !== null) return null
  return (
    <Card>
      <div className="stack-tight" aria-live="polite">
        <div className="apart">
          <span>
            {job.processed === 0 && job.total === 1
              ? perfAuditTexts.theAuditIsUnder
              : perfAuditTexts.auditingProcessedOfTotal({ processed: job.processed, total: job.total })}
          </span>
          <Link to="/jobs/$jobId" params={{ jobId }}>
            {perfAuditTexts.jobJobid({ jobId })}
          </Link>
        </div>
        <Progress percent={job.progress} label={perfAuditTexts.progressOfTheAudits} />
      </div>
    </Card>
  )
}

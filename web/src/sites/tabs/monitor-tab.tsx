import { useOperation } from '../../api/query.ts'
import { MonitorActions, MonitorDetails } from '../../monitors/monitor-details.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import type { SiteTab } from '../site-tab.ts'

const everyMs = 30_000

/** The same as the page of the monitor. */
export default function MonitorTab({ site }: SiteTab) {
  const { data, error, refetch } = useOperation('get-monitor', { site_id_or_domain: site.id }, { every: everyMs })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <div className="line end-line">
        <MonitorActions monitor={data} />
      </div>
      <MonitorDetails monitor={data} />
    </>
  )
}

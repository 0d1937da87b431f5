import { Link, useParams } from '@tanstack/react-router'
import { useOperation } from '../api/query.ts'
import { hostOf } from '../ui/format/host-of.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { MonitorActions, MonitorDetails } from './monitor-details.tsx'
import { monitorsTexts } from './monitors-texts.ts'

const pollEveryMs = 30_000

export default function MonitorPage() {
  const { siteId } = useParams({ from: '/monitors/$siteId' })
  const { data, error, refetch } = useOperation(
    'get-monitor',
    { site_id_or_domain: Number(siteId) },
    { every: pollEveryMs },
  )
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <PageHeader title={data.name || hostOf(data.url)} actions={<MonitorActions monitor={data} />}>
        <Link to="/monitors">{monitorsTexts.monitors}</Link>,{' '}
        <Link to="/sites/$siteId" params={{ siteId }}>
          {hostOf(data.url)}
        </Link>
      </PageHeader>
      <MonitorDetails monitor={data} />
    </>
  )
}

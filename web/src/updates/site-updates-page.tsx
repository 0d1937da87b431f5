import { Link, useParams } from '@tanstack/react-router'
import { useOperation } from '../api/query.ts'
import { hostOf } from '../ui/format/host-of.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { SiteUpdates } from './site-updates.tsx'
import { updatesTexts } from './updates-texts.ts'

export default function SiteUpdatesPage() {
  const { siteId } = useParams({ from: '/updates/site/$siteId' })
  const { data, error } = useOperation('get-site', { site_id_or_domain: Number(siteId) })
  if (error && !data) return <ErrorState error={error} />
  if (!data) return <Loading />
  const name = data.name || hostOf(data.url)
  return (
    <>
      <PageHeader title={updatesTexts.updatesOfName2({ name })}>
        <Link to="/updates" search={{ view: 'sites' }}>
          {updatesTexts.updatesBySite}
        </Link>
        ,{' '}
        <Link to="/sites/$siteId" params={{ siteId }}>
          {updatesTexts.theSite}
        </Link>
        ,{' '}
        <Link to="/updates" search={{ view: 'history', site_id: siteId }}>
          {updatesTexts.itsHistory}
        </Link>
      </PageHeader>
      <SiteUpdates siteId={data.id} siteName={name} />
    </>
  )
}

import { Link, useParams } from '@tanstack/react-router'
import { useOperation } from '../api/query.ts'
import { hostOf } from '../ui/format/describe-count.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { SiteUpdates } from './site-updates.tsx'

export default function SiteUpdatesPage() {
  const { siteId } = useParams({ from: '/updates/site/$siteId' })
  const { data, error } = useOperation('get-site', { site_id_or_domain: Number(siteId) })
  if (error && !data) return <ErrorState error={error} />
  if (!data) return <Loading />
  const name = data.name || hostOf(data.url)
  return (
    <>
      <PageHeader title={`Updates of ${name}`}>
        <Link to="/updates" search={{ view: 'sites' }}>
          Updates by site
        </Link>
        ,{' '}
        <Link to="/sites/$siteId" params={{ siteId }}>
          the site
        </Link>
        ,{' '}
        <Link to="/updates" search={{ view: 'history', site_id: siteId }}>
          its history
        </Link>
      </PageHeader>
      <SiteUpdates siteId={data.id} siteName={name} />
    </>
  )
}

import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'

export default function SitePage() {
  return (
    <>
      <PageHeader title="Site" />
      <EmptyState title="This page is not built yet">The API has everything already: see /api/docs.</EmptyState>
    </>
  )
}

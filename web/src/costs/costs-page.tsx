import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'

export default function CostsPage() {
  return (
    <>
      <PageHeader title="Costs" />
      <EmptyState title="This page is not built yet">The API has everything already: see /api/docs.</EmptyState>
    </>
  )
}

import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'

export default function TimeTrackerPage() {
  return (
    <>
      <PageHeader title="Time tracker" />
      <EmptyState title="This page is not built yet">The API has everything already: see /api/docs.</EmptyState>
    </>
  )
}

import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'

export default function ChangesPage() {
  return (
    <>
      <PageHeader title="Change log" />
      <EmptyState title="This page is not built yet">The API has everything already: see /api/docs.</EmptyState>
    </>
  )
}

import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'

export default function ThemesPage() {
  return (
    <>
      <PageHeader title="Themes" />
      <EmptyState title="This page is not built yet">The API has everything already: see /api/docs.</EmptyState>
    </>
  )
}

import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import type { RowId, Selection } from './selection.ts'

export function BulkBar({
  selection,
  total,
  selectAll,
  children,
}: {
  selection: Selection
  total: number
  selectAll?: () => Promise<readonly RowId[]>
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const count = selection.ids.size
  const handleSelectAll = async () => {
    setBusy(true)
    try {
      selection.replace(await selectAll!())
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="bulk-bar" aria-label="Actions for what is chosen">
      <strong aria-live="polite">{count.toLocaleString()} chosen</strong>
      {children}
      {selectAll && count < total && (
        <Button tone="quiet" small busy={busy} onClick={handleSelectAll}>
          Choose all {total.toLocaleString()}
        </Button>
      )}
      <Button tone="quiet" small onClick={selection.clear}>
        Clear
      </Button>
    </section>
  )
}

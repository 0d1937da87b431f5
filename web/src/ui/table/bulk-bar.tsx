import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import type { RowId, Selection } from './selection.ts'
import { tableTexts } from './table-texts.ts'

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
    <section className="bulk-bar" aria-label={tableTexts.bulkActions}>
      <strong aria-live="polite">{tableTexts.selected({ count })}</strong>
      {children}
      {selectAll && count < total && (
        <Button tone="quiet" small busy={busy} onClick={handleSelectAll}>
          {tableTexts.selectAll({ total })}
        </Button>
      )}
      <Button tone="quiet" small onClick={selection.clear}>
        {tableTexts.clear}
      </Button>
    </section>
  )
}

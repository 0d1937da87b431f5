import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import type { RowId, Selection } from './selection.ts'
import { tableTexts } from './table-texts.ts'

/** How "all" is selected: by reading the ids, or by the filter itself, which needs no call. */
export type SelectAll = 'by-filter' | (() => Promise<readonly RowId[]>)

export function BulkBar({
  selection,
  total,
  selectAll,
  children,
}: {
  selection: Selection
  total: number
  selectAll?: SelectAll
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const count = selection.count(total)
  const handleSelectAll = async () => {
    if (selectAll === 'by-filter') return selection.selectAll()
    setBusy(true)
    try {
      selection.replace(await selectAll!())
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="bulk-bar" aria-label={tableTexts.bulkActions}>
      <strong aria-live="polite">
        {selection.allExcept ? tableTexts.allSelected({ count }) : tableTexts.selected({ count })}
      </strong>
      {children}
      {selectAll && count < total && (
        <Button tone="quiet" small busy={busy} onClick={() => void handleSelectAll()}>
          {tableTexts.selectAll({ total })}
        </Button>
      )}
      <Button tone="quiet" small onClick={selection.clear}>
        {tableTexts.clear}
      </Button>
    </section>
  )
}

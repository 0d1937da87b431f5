import { IconButton } from '../button.tsx'
import { IconChevronLeft, IconChevronRight } from '../icons.ts'
import { Menu } from '../menu.tsx'
import { sizes, type TableState } from './table-state.ts'
import { tableTexts } from './table-texts.ts'

type Format = 'csv' | 'jsonl'

/** All rows that match the filters: an address of the service, or the rows themselves if the browser has them. */
export interface Exported {
  /** The name of the file, for rows of the browser. */
  name: string
  url: string | null | undefined
  rows: readonly object[] | undefined
}

/** Used rarely, so it is not part of the page. */
async function exportTo({ name, url, rows }: Exported, format: Format): Promise<void> {
  if (!url) return (await import('./save-rows.ts')).saveRows(name, format, rows ?? [])
  const { downloadFrom } = await import('../../actions/download.ts')
  await downloadFrom(`${url}${format}`, tableTexts.exporting)
}

export function TableFoot({ state, total, exported }: { state: TableState; total: number; exported: Exported }) {
  const { page, size, set } = state
  const pages = Math.max(1, Math.ceil(total / size))
  const first = (page - 1) * size + 1
  return (
    <div className="table-foot">
      <span>{tableTexts.range({ first, last: Math.min(total, page * size), total })}</span>
      <div className="line">
        {(exported.url || exported.rows) && (
          <Menu
            label={tableTexts.exportRows({ total })}
            trigger={tableTexts.export}
            className="button quiet small"
            entries={[
              { heading: tableTexts.exportRows({ total }) },
              { label: tableTexts.csv, onSelect: () => void exportTo(exported, 'csv') },
              { label: tableTexts.jsonLines, onSelect: () => void exportTo(exported, 'jsonl') },
            ]}
          />
        )}
        <label className="line">
          {tableTexts.rows}
          <select className="input" value={size} onChange={(event) => set({ size: event.target.value })}>
            {sizes.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <IconButton
          icon={IconChevronLeft}
          label={tableTexts.previousPage}
          small
          disabled={page <= 1}
          onClick={() => set({ page: page - 1 })}
        />
        <span>{tableTexts.pageOf({ page, pages })}</span>
        <IconButton
          icon={IconChevronRight}
          label={tableTexts.nextPage}
          small
          disabled={page >= pages}
          onClick={() => set({ page: page + 1 })}
        />
      </div>
    </div>
  )
}

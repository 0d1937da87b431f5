import { IconButton } from '../button.tsx'
import { IconChevronLeft, IconChevronRight } from '../icons.ts'
import { sizes, type TableState } from './table-state.ts'

export function TableFoot({ state, total }: { state: TableState; total: number }) {
  const { page, size, set } = state
  const pages = Math.max(1, Math.ceil(total / size))
  const first = (page - 1) * size + 1
  return (
    <div className="table-foot">
      <span>
        {first.toLocaleString()}–{Math.min(total, page * size).toLocaleString()} of {total.toLocaleString()}
      </span>
      <div className="line">
        <label className="line">
          Rows
          <select className="input" value={size} onChange={(event) => set({ size: event.target.value })}>
            {sizes.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <IconButton
          icon={IconChevronLeft}
          label="Previous page"
          small
          disabled={page <= 1}
          onClick={() => set({ page: page - 1 })}
        />
        <span>
          Page {page.toLocaleString()} of {pages.toLocaleString()}
        </span>
        <IconButton
          icon={IconChevronRight}
          label="Next page"
          small
          disabled={page >= pages}
          onClick={() => set({ page: page + 1 })}
        />
      </div>
    </div>
  )
}

import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { IconColumns3, IconSearch } from '../icons.ts'
import { positionBelow } from '../position-below.ts'
import type { Column } from './column.ts'
import type { TableState } from './table-state.ts'
import { tableTexts } from './table-texts.ts'

export function TableTools<Row>({
  columns,
  state,
  searchLabel,
  filters,
  shownKeys,
  onSelectColumns,
}: {
  columns: readonly Column<Row>[]
  state: TableState
  searchLabel?: string
  filters?: ReactNode
  shownKeys: readonly string[]
  onSelectColumns: (keys: string[]) => void
}) {
  return (
    <div className="table-tools">
      {searchLabel !== undefined && <TableSearch label={searchLabel} state={state} />}
      {filters}
      <ColumnChoice columns={columns} shownKeys={shownKeys} onSelect={onSelectColumns} />
    </div>
  )
}

const pauseMs = 250

/** Searches when typing stops, not at every key. */
function TableSearch({ label, state }: { label: string; state: TableState }) {
  const [text, setText] = useState(state.search)
  const { search, set } = state
  const router = useRouter()
  // What was typed while an earlier text was on its way to the address stays.
  const sent = useRef(search)
  useEffect(() => {
    if (search === sent.current) return
    sent.current = search
    setText(search)
  }, [search])
  useEffect(() => {
    if (text === search) return
    const timer = setTimeout(() => {
      // Ignore the timer if the user has navigated meanwhile.
      const { latestLocation, state } = router
      if (latestLocation.pathname === (state.resolvedLocation ?? latestLocation).pathname) {
        sent.current = text
        set({ search: text })
      }
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, search, set, router])
  return (
    <div className="table-search">
      <IconSearch size={17} aria-hidden />
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}

function ColumnChoice<Row>({
  columns,
  shownKeys,
  onSelect,
}: {
  columns: readonly Column<Row>[]
  shownKeys: readonly string[]
  onSelect: (keys: string[]) => void
}) {
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  return (
    <div className="end">
      <Button tone="quiet" icon={IconColumns3} popoverTarget={id}>
        {tableTexts.columns}
      </Button>
      <fieldset
        ref={list}
        id={id}
        popover="auto"
        className="menu"
        onToggle={({ newState }) =>
          newState === 'open' &&
          positionBelow(list.current!.previousElementSibling as HTMLElement, list.current!, 'end')
        }
      >
        <legend className="unseen">{tableTexts.columns}</legend>
        {columns
          .filter(({ primary }) => !primary)
          .map(({ key, title }) => (
            <label key={key} className="menu-item">
              <input
                type="checkbox"
                checked={shownKeys.includes(key)}
                onChange={(event) =>
                  onSelect(event.target.checked ? [...shownKeys, key] : shownKeys.filter((each) => each !== key))
                }
              />
              {title}
            </label>
          ))}
      </fieldset>
    </div>
  )
}

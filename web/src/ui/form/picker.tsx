import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import { asProblem } from '../../api/problem.ts'
import { positionBelow } from '../position-below.ts'
import type { Option } from './fields.tsx'
import { formTexts } from './form-texts.ts'

/** Finds one of many items (a client among thousands) with `search`, which calls the service. `selected` is the current value or null. */
export function Picker<Item extends Option = Option>({
  label,
  selected,
  onSelect,
  search,
  placeholder = formTexts.any,
  cacheKey,
}: {
  label: string
  selected: Item | null
  onSelect: (option: Item | null) => void
  search: (text: string) => Promise<Item[]>
  placeholder?: string
  /** Cache key of the search. */
  cacheKey: string
}) {
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const open = text !== null
  const deferredText = useDeferredValue(text ?? '')
  const {
    data: found = [],
    error,
    isPending,
  } = useQuery({
    queryKey: ['picker', cacheKey, deferredText],
    queryFn: () => search(deferredText),
    enabled: open,
  })
  // Not for a search: Enter selects the first result.
  const options: (Item | null)[] = selected && deferredText === '' ? [null, ...found] : found
  const shown = options.length
  // Results make the list longer than it was when it opened, so its position changes.
  useLayoutEffect(() => {
    if (open && shown > 0) positionBelow(input.current!, list.current!)
  }, [open, shown])

  const show = () => {
    setText('')
    setAt(0)
    list.current?.showPopover()
    positionBelow(input.current!, list.current!)
  }
  const hide = () => {
    setText(null)
    if (list.current?.matches(':popover-open')) list.current.hidePopover()
  }
  const select = (option: Item | null | undefined) => {
    if (option === undefined) return
    onSelect(option)
    hide()
  }
  const press = (event: KeyboardEvent) => {
    if (!open && (event.key === 'ArrowDown' || event.key === 'Enter')) show()
    else if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, options.length))
    else if (event.key === 'ArrowUp') setAt((at - 1 + options.length) % Math.max(1, options.length))
    else if (event.key === 'Enter') select(options[at])
    else if (event.key === 'Escape') hide()
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={input}
        className="input picker"
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        aria-activedescendant={open ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        value={text ?? selected?.label ?? ''}
        placeholder={selected?.label ?? placeholder}
        onFocus={show}
        onClick={() => open || show()}
        onBlur={hide}
        onChange={(event) => {
          // The focus stays here after a selection; typing starts the next search.
          if (!open) show()
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div ref={list} id={id} popover="manual" role="listbox" aria-label={label} className="picker-list">
        {options.map((option, position) => (
          // The focus stays in the field, which handles the keys.
          <div
            key={option?.value ?? 'none'}
            id={`${id}-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === at}
            className="menu-item"
            onMouseDown={(event) => {
              event.preventDefault()
              select(option)
            }}
          >
            {option?.label ?? placeholder}
            {option?.remark && <span className="soft small">{option.remark}</span>}
          </div>
        ))}
        {open && found.length === 0 && (error || isPending || options.length === 0) && (
          <div className="menu-heading">
            {error ? asProblem(error).message : isPending ? formTexts.searching : formTexts.nothingFound}
          </div>
        )}
      </div>
    </>
  )
}

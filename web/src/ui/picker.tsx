import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Option } from './fields.tsx'
import { placeBelow } from './place.ts'

/**
 * Finds one of many (a client among thousands): what is typed goes to `search`, which asks the service.
 * `chosen` is what is set now; null is nothing.
 */
export function Picker({
  label,
  chosen,
  onChoose,
  search,
  placeholder = 'Any',
  cacheKey,
}: {
  label: string
  chosen: Option | null
  onChoose: (option: Option | null) => void
  search: (text: string) => Promise<Option[]>
  placeholder?: string
  /** Names what is searched, so that the same search is not asked twice. */
  cacheKey: string
}) {
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const open = text !== null
  const wanted = useDeferredValue(text ?? '')
  const { data: found = [] } = useQuery({
    queryKey: ['picker', cacheKey, wanted],
    queryFn: () => search(wanted),
    enabled: open,
  })
  const options: (Option | null)[] = chosen ? [null, ...found] : found
  const shown = options.length
  // What was found makes the list longer than it was when it opened.
  useLayoutEffect(() => {
    if (open && shown > 0) placeBelow(input.current!, list.current!)
  }, [open, shown])

  const show = () => {
    setText('')
    setAt(0)
    list.current?.showPopover()
    placeBelow(input.current!, list.current!)
  }
  const hide = () => {
    setText(null)
    if (list.current?.matches(':popover-open')) list.current.hidePopover()
  }
  const choose = (option: Option | null | undefined) => {
    if (option === undefined) return
    onChoose(option)
    hide()
  }
  const press = (event: KeyboardEvent) => {
    if (!open && (event.key === 'ArrowDown' || event.key === 'Enter')) show()
    else if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, options.length))
    else if (event.key === 'ArrowUp') setAt((at - 1 + options.length) % Math.max(1, options.length))
    else if (event.key === 'Enter') choose(options[at])
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
        value={text ?? chosen?.label ?? ''}
        placeholder={chosen?.label ?? placeholder}
        onFocus={show}
        onClick={() => open || show()}
        onBlur={hide}
        onChange={(event) => {
          // After a choice the focus is still here; typing on looks for the next.
          if (!open) show()
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div ref={list} id={id} popover="manual" role="listbox" aria-label={label} className="picker-list">
        {options.map((option, position) => (
          // The focus stays in the field, which listens to the keys.
          <div
            key={option?.value ?? 'none'}
            id={`${id}-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === at}
            className="menu-item"
            onMouseDown={(event) => {
              event.preventDefault()
              choose(option)
            }}
          >
            {option?.label ?? placeholder}
          </div>
        ))}
        {open && options.length === 0 && <div className="menu-heading">Nothing found</div>}
      </div>
    </>
  )
}

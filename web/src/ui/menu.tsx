import { Link, type LinkProps } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Icon } from './icons.ts'
import { positionBelow } from './position-below.ts'

export type MenuEntry =
  | { heading: string }
  | 'line'
  | ({ label: string; icon?: Icon; danger?: boolean; disabled?: boolean } & (
      | { onSelect: () => void }
      | { link: Pick<LinkProps, 'to' | 'params' | 'search'> }
      | { href: string }
    ))

/** A button that opens a list of actions. `trigger` is the content of the button. */
export function Menu({
  label,
  trigger,
  entries,
  className = 'button quiet square',
  align = 'end',
}: {
  label: string
  trigger: ReactNode
  entries: readonly (MenuEntry | false | null | undefined)[]
  className?: string
  align?: 'start' | 'end'
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        popoverTarget={id}
        aria-haspopup="menu"
      >
        {trigger}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className="menu"
        // A table has a menu in every row, so entries are rendered only while the menu is open.
        onBeforeToggle={(event) => event.newState === 'open' && flushSync(() => setOpen(true))}
        onToggle={(event) => {
          if (event.newState !== 'open') return setOpen(false)
          positionBelow(button.current!, list.current!, align)
          itemsOf(list)[0]?.focus()
        }}
        onKeyDown={(event) => moveFocus(event, list)}
        onClick={() => list.current?.hidePopover()}
      >
        {(open ? entries : []).filter(Boolean).map((entry, position) => (
          <Entry key={position} entry={entry as MenuEntry} />
        ))}
      </div>
    </>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'line') return <hr />
  if ('heading' in entry) return <div className="menu-heading">{entry.heading}</div>
  const { label, icon: Glyph, danger, disabled } = entry
  const common = { role: 'menuitem', className: danger ? 'menu-item danger' : 'menu-item', tabIndex: -1 }
  const inside = (
    <>
      {Glyph && <Glyph size={17} stroke={1.8} aria-hidden />}
      {label}
    </>
  )
  if ('link' in entry)
    return (
      <Link {...entry.link} {...common}>
        {inside}
      </Link>
    )
  if ('href' in entry)
    return (
      <a href={entry.href} target="_blank" rel="noreferrer" {...common}>
        {inside}
      </a>
    )
  return (
    <button type="button" {...common} disabled={disabled} onClick={entry.onSelect}>
      {inside}
    </button>
  )
}

const itemsOf = (list: RefObject<HTMLElement | null>) => [
  ...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)') ?? []),
]

function moveFocus(event: KeyboardEvent, list: RefObject<HTMLElement | null>) {
  const steps: Record<string, (at: number, count: number) => number> = {
    ArrowDown: (at, count) => (at + 1) % count,
    ArrowUp: (at, count) => (at - 1 + count) % count,
    Home: () => 0,
    End: (_, count) => count - 1,
  }
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const items = itemsOf(list)
  items[step(items.indexOf(document.activeElement as HTMLElement), items.length)]?.focus()
}

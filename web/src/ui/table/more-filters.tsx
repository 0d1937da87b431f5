import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../button.tsx'
import { IconFilter } from '../icons.ts'
import { positionBelow } from '../position-below.ts'
import { tableTexts } from './table-texts.ts'

/** Filters that are used rarely, behind a button that says how many of them are set. They are rendered when it is opened. */
export function MoreFilters({ count, children }: { count: number; children: ReactNode }) {
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const [opened, setOpened] = useState(false)
  return (
    <div className="more-filters">
      <Button tone={count > 0 ? 'plain' : 'quiet'} icon={IconFilter} popoverTarget={id}>
        {count > 0 ? tableTexts.moreFiltersSet({ count }) : tableTexts.moreFilters}
      </Button>
      <fieldset
        ref={list}
        id={id}
        popover="auto"
        className="menu filters-menu"
        onBeforeToggle={({ newState }) => newState === 'open' && flushSync(() => setOpened(true))}
        onToggle={({ newState }) =>
          newState === 'open' &&
          positionBelow(list.current!.previousElementSibling as HTMLElement, list.current!, 'start')
        }
      >
        <legend className="unseen">{tableTexts.moreFilters}</legend>
        {opened && children}
      </fieldset>
    </div>
  )
}

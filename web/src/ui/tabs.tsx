import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

export interface Tab {
  label: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
  current: boolean
}

/** Tabs are links with URLs of their own. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const bar = useRef<HTMLElement>(null)
  const current = tabs.findIndex((tab) => tab.current)
  // On a phone the row is wider than the screen: scroll the current tab into view.
  useEffect(() => {
    const tab = bar.current?.children[current] as HTMLElement | undefined
    if (tab) bar.current!.scrollLeft = tab.offsetLeft - (bar.current!.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={bar} className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        // A link is active by itself only on its exact URL; the page decides which tab is current.
        <Link
          key={tab.label}
          {...tab.link}
          aria-current={tab.current ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

export interface Tab {
  label: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
  current: boolean
}

/** Tabs are links: every one has an address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const bar = useRef<HTMLElement>(null)
  const current = tabs.findIndex((tab) => tab.current)
  // On a phone the row is longer than the screen: the current tab comes into view.
  useEffect(() => {
    const tab = bar.current?.children[current] as HTMLElement | undefined
    if (tab) bar.current!.scrollLeft = tab.offsetLeft - (bar.current!.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={bar} className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        // Only the very address makes a link active by itself; which tab is current, the page says.
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

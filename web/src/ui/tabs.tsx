import { Link, type LinkProps } from '@tanstack/react-router'

export interface Tab {
  label: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
  current: boolean
}

/** Tabs are links: every one has an address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.label} {...tab.link} aria-current={tab.current ? 'page' : undefined} activeProps={{}}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

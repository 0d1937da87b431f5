import type { NavigateOptions } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { runAction } from '../actions/run-action.tsx'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { allPages } from '../pages.ts'
import { type Icon, IconPlus, IconRefresh, IconUpload, IconUsers, IconWorld } from '../ui/icons.ts'

export interface PaletteEntry {
  key: string
  label: string
  /** What it is, said at the end of the line. */
  kind: string
  icon: Icon
  link?: NavigateOptions
  run?: () => void
}

const shownOfAKind = 6
const pauseMs = 150

export function usePaletteEntries(text: string): PaletteEntry[] {
  const can = useCan()
  const wanted = usePaused(text.trim())
  const enabled = wanted.length > 0
  const input = { search: wanted, per_page: shownOfAKind }
  const sites = useList('list-sites', input, { enabled })
  const clients = useList('list-clients', input, { enabled })

  const actions: (PaletteEntry | false)[] = [
    can('add-site') && { key: 'add', label: 'Add a site', kind: 'Action', icon: IconPlus, link: { to: '/sites/add' } },
    can('import-sites') && {
      key: 'import',
      label: 'Import sites from CSV',
      kind: 'Action',
      icon: IconUpload,
      link: { to: '/sites/import' },
    },
    can('sync-sites') && {
      key: 'sync-all',
      label: 'Sync all sites',
      kind: 'Action',
      icon: IconRefresh,
      run: () => void runAction('sync-sites', {}, { doing: 'Syncing all sites', done: 'All sites synced' }),
    },
  ]
  const pages = allPages
    .filter(({ reads }) => can(reads))
    .map((page): PaletteEntry & { words?: string } => ({
      key: page.to,
      label: page.label,
      kind: 'Page',
      icon: page.icon,
      link: { to: page.to },
      ...(page.words !== undefined && { words: page.words }),
    }))
  const own = [...pages, ...actions.filter((entry) => entry !== false)].filter((entry) =>
    `${entry.label} ${'words' in entry ? entry.words : ''}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
  if (!enabled) return own
  return [
    ...own.slice(0, shownOfAKind),
    ...(sites.data?.rows ?? []).map(({ id, name, url }) => ({
      key: `site-${id}`,
      label: name || url,
      kind: 'Site',
      icon: IconWorld,
      link: { to: '/sites/$siteId', params: { siteId: String(id) } } as NavigateOptions,
    })),
    ...(clients.data?.rows ?? []).map(({ id, name }) => ({
      key: `client-${id}`,
      label: name,
      kind: 'Client',
      icon: IconUsers,
      link: { to: '/clients/$clientId', params: { clientId: String(id) } } as NavigateOptions,
    })),
  ]
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

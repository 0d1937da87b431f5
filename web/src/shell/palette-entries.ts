import type { NavigateOptions } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useOperation } from '../api/query.ts'
import { useAccount, useCan } from '../api/session.tsx'
import { allPages } from '../pages.ts'
import { hostOf } from '../ui/describe-count.ts'
import { type Icon, IconBrush, IconHistory, IconPlug, IconTag, IconUsers, IconWorld } from '../ui/icons.ts'
import { paletteActions } from './palette-actions.ts'
import { recentThings } from './recent-things.ts'

export interface PaletteEntry {
  key: string
  label: string
  /** What it is, said at the end of the line. */
  kind: string
  icon: Icon
  link?: NavigateOptions
  run?: () => void
}

interface Found {
  entries: PaletteEntry[]
  /** What is shown belongs to fewer letters than are typed. */
  searching: boolean
}

const shownOfAKind = 5
const pauseMs = 120

/** Without a text what was last used, pages and actions; with one everything that fits it. */
export function usePaletteEntries(text: string): Found {
  const can = useCan()
  const { user } = useAccount()
  const typed = text.trim()
  const wanted = usePaused(typed)
  const { data, isFetching } = useOperation(
    'search-fleet',
    { q: wanted, limit: shownOfAKind },
    { enabled: wanted !== '' },
  )
  const recent = useMemo(() => (user ? recentThings(user.id) : []), [user])
  const pages = allPages
    .filter(({ reads }) => can(reads))
    .map((page) => ({ ...entry(page.to, page.label, 'Page', page.icon, { to: page.to }), words: page.words ?? '' }))
  const actions = paletteActions
    .filter(({ needs }) => can(needs))
    .map(({ words = '', ...action }) => ({ ...action, kind: 'Action', words }))
  if (typed === '') {
    const recentEntries = recent.map(({ key, label, kind, link }) => entry(key, label, kind, IconHistory, link as Link))
    const seen = new Set(recentEntries.map(({ key }) => key))
    return {
      entries: [...recentEntries, ...[...pages, ...actions].filter(({ key }) => !seen.has(key))],
      searching: false,
    }
  }
  const own = [...pages, ...actions]
    .map((each) => ({ each, at: placeOf(typed, each.label, each.words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each)
  const found = wanted === '' || !data ? [] : entriesOf(data)
  return { entries: [...own.slice(0, shownOfAKind), ...found], searching: wanted !== typed || isFetching }
}

type Link = NavigateOptions

const entry = (key: string, label: string, kind: string, icon: Icon, link: Link): PaletteEntry => ({
  key,
  label,
  kind,
  icon,
  link,
})

// With fewer letters nearly everything has them somewhere.
const middleFrom = 3

/** A beginning counts more than a middle, and a name more than the further words; -1 does not fit. */
function placeOf(typed: string, label: string, words: string): number {
  const [name, wanted] = [label.toLowerCase(), typed.toLowerCase()]
  const begins = (text: string) => ` ${text}`.includes(` ${wanted}`)
  if (name.startsWith(wanted)) return 0
  if (begins(name)) return 1
  if (begins(words)) return 2
  return wanted.length >= middleFrom && name.includes(wanted) ? 3 : -1
}

function entriesOf({ sites, clients, tags, plugins, themes }: DataOf<'search-fleet'>): PaletteEntry[] {
  return [
    ...sites.map(({ id, name, url, status }) =>
      entry(`site-${id}`, name || hostOf(url), status === 'connected' ? 'Site' : `Site, ${status}`, IconWorld, {
        to: '/sites/$siteId',
        params: { siteId: String(id) },
      }),
    ),
    ...clients.map(({ id, name }) =>
      entry(`client-${id}`, name, 'Client', IconUsers, { to: '/clients/$clientId', params: { clientId: String(id) } }),
    ),
    ...tags.map(({ id, name }) =>
      entry(`tag-${id}`, name, 'Sites with this tag', IconTag, { to: '/sites', search: { tag_id: String(id) } }),
    ),
    ...plugins.map(({ slug, name }) =>
      entry(`plugin-${slug}`, name || slug, 'Plugin', IconPlug, { to: '/plugins/item', search: { slug } }),
    ),
    ...themes.map(({ slug, name }) =>
      entry(`theme-${slug}`, name || slug, 'Theme', IconBrush, { to: '/themes/item', search: { slug } }),
    ),
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

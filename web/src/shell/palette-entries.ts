import type { NavigateOptions } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useAppShell } from '../api/app-shell.ts'
import type { Problem } from '../api/problem.ts'
import { useOperation } from '../api/query.ts'
import { useAccount, useCan, useSession } from '../api/session.tsx'
import { allPages } from '../pages.ts'
import { type Condition, conditionLabels } from '../ui/condition-badge.tsx'
import { hostOf } from '../ui/format/host-of.ts'
import {
  type Icon,
  IconBrush,
  IconFilter,
  IconHistory,
  IconInfoCircle,
  IconLogout,
  IconMoon,
  IconPlug,
  IconSun,
  IconSunMoon,
  IconTag,
  IconUsers,
  IconWorld,
} from '../ui/icons.ts'
import { searchOfView } from '../views/view-address.ts'
import { paletteActions } from './palette-actions.ts'
import { paletteTexts } from './palette-texts.ts'
import { readCommand } from './palette-verbs.ts'
import { clearRecentEntries, listRecentEntries } from './recent-entries.ts'
import { shellTexts } from './shell-texts.ts'
import { setTheme, type Theme } from './theme.ts'

export interface PaletteEntry {
  key: string
  label: string
  /** The type, shown at the end of the line. */
  kind: string
  icon: Icon
  link?: NavigateOptions
  run?: () => void
}

interface Found {
  entries: PaletteEntry[]
  /** The entries shown match a previous, shorter text. */
  searching: boolean
  /** Why sites, clients and others could not be searched. */
  problem: Problem | null
}

const shownOfAKind = 5
const pauseMs = 120

/** Without a text: recent entries, pages and actions; with one: all matches. */
export function usePaletteEntries(text: string, onHelp: () => void): Found {
  const can = useCan()
  const { user } = useAccount()
  const typed = text.trim()
  const { verb, query: wanted } = readCommand(typed, can)
  const query = usePaused(wanted)
  const { data, error, isFetching } = useOperation(
    'search-fleet',
    { q: query, limit: shownOfAKind },
    { enabled: query !== '' },
  )
  const recent = useMemo(() => (user ? listRecentEntries(user.id) : []), [user])
  const pages = allPages
    .filter(({ reads }) => can(reads))
    .map((page) => ({
      ...entry(page.to, page.label, shellTexts.page, page.icon, { to: page.to }),
      terms: page.terms ?? '',
    }))
  const { data: shell } = useAppShell()
  const views = (shell?.views ?? []).map((view) => ({
    ...entry(`view-${view.id}`, view.name, paletteTexts.view, IconFilter, { to: '/sites', search: searchOfView(view) }),
    terms: '',
  }))
  const ownActions = useOwnActions(onHelp)
  const permitted = paletteActions
    .filter(({ needs }) => can(needs))
    .map(({ terms = '', needs: _, ...action }) => ({ ...action, kind: paletteTexts.action, terms }))
  const actions = [...permitted, ...ownActions]
  if (typed === '') {
    const recentEntries = recent.map(({ key, label, kind, link }) => entry(key, label, kind, IconHistory, link as Link))
    const seen = new Set(recentEntries.map(({ key }) => key))
    return {
      entries: [...recentEntries, ...[...views, ...pages, ...actions].filter(({ key }) => !seen.has(key))],
      searching: false,
      problem: null,
    }
  }
  const own = [...views, ...pages, ...actions]
    .map((each) => ({ each, at: rankOf(typed, each.label, each.terms) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each)
  const found = query === '' || !data ? [] : entriesOf(data)
  const commands = (data && query !== '' ? (verb?.entries(data) ?? []) : []).map((each) => ({
    ...each,
    kind: paletteTexts.action,
  }))
  return {
    entries: [...commands, ...own.slice(0, shownOfAKind), ...found],
    searching: query !== wanted || isFetching,
    problem: data ? null : error,
  }
}

/** Actions of the dashboard itself. */
function useOwnActions(onHelp: () => void) {
  const { signOut } = useSession()
  const { user } = useAccount()
  const theme = (name: Theme, label: string, icon: Icon) => ({
    ...{
      key: `theme-${name}`,
      label,
      kind: paletteTexts.action,
      icon,
      terms: shellTexts.nameThemeModeColours({ name }),
    },
    run: () => setTheme(name),
  })
  const leave = () => {
    if (user) clearRecentEntries(user.id)
    void signOut()
  }
  const own = { kind: paletteTexts.action }
  return [
    theme('dark', paletteTexts.dark, IconMoon),
    theme('light', paletteTexts.light, IconSun),
    theme('system', paletteTexts.system, IconSunMoon),
    {
      ...own,
      key: 'shortcuts',
      label: paletteTexts.shortcuts,
      icon: IconInfoCircle,
      terms: shellTexts.helpKeys,
      run: onHelp,
    },
    {
      ...own,
      key: 'sign-out',
      label: paletteTexts.signOut,
      icon: IconLogout,
      terms: shellTexts.logOutLogoutLeave,
      run: leave,
    },
  ]
}

type Link = NavigateOptions

const entry = (key: string, label: string, kind: string, icon: Icon, link: Link): PaletteEntry => ({
  key,
  label,
  kind,
  icon,
  link,
})

// Shorter texts match nearly everything.
const middleFrom = 3

/** A match at the start ranks above one in the middle, and a name above further terms; -1 is no match. */
function rankOf(typed: string, label: string, terms: string): number {
  const [name, query] = [label.toLowerCase(), typed.toLowerCase()]
  const begins = (text: string) => ` ${text}`.includes(` ${query}`)
  if (name.startsWith(query)) return 0
  if (begins(name)) return 1
  if (begins(terms)) return 2
  return query.length >= middleFrom && name.includes(query) ? 3 : -1
}

function entriesOf({ sites, clients, tags, plugins, themes }: DataOf<'search-fleet'>): PaletteEntry[] {
  return [
    ...sites.map(({ id, name, url, condition }) =>
      entry(`site-${id}`, name || hostOf(url), describeSiteKind(condition), IconWorld, {
        to: '/sites/$siteId',
        params: { siteId: String(id) },
      }),
    ),
    ...clients.map(({ id, name }) =>
      entry(`client-${id}`, name, shellTexts.client, IconUsers, {
        to: '/clients/$clientId',
        params: { clientId: String(id) },
      }),
    ),
    ...tags.map(({ id, name }) =>
      entry(`tag-${id}`, name, shellTexts.sitesWithThisTag, IconTag, { to: '/sites', search: { tag_id: String(id) } }),
    ),
    ...plugins.map(({ slug, name }) =>
      entry(`plugin-${slug}`, name || slug, shellTexts.plugin, IconPlug, { to: '/plugins/item', search: { slug } }),
    ),
    ...themes.map(({ slug, name }) =>
      entry(`theme-${slug}`, name || slug, shellTexts.theme, IconBrush, { to: '/themes/item', search: { slug } }),
    ),
  ]
}

const describeSiteKind = ({ state }: Condition) =>
  state === 'ok'
    ? shellTexts.site
    : shellTexts.siteTolowercase({ toLowerCase: conditionLabels[state].label.toLowerCase() })

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

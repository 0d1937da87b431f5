import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { lazyExtra } from '../api/lazy-extra.ts'
import { ConfirmHost } from '../ui/dialog/confirm.tsx'
import { Toasts } from '../ui/toast.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { loadPalette, PaletteLoader } from './palette-loader.tsx'
import { shellTexts } from './shell-texts.ts'
import { Sidebar } from './sidebar.tsx'
import { Topbar } from './topbar.tsx'

const HelpSheet = lazy(() => import('./help-sheet.tsx'))
const DownBadge = lazyExtra(() => import('./down-badge.tsx'))
const NoConnection = lazyExtra(() => import('./no-connection.tsx'))

export function AppShell() {
  const [searching, setSearching] = useState(false)
  const [navigating, setNavigating] = useState(false)
  const [helping, setHelping] = useState(false)
  const navigate = useNavigate()
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const loading = useRouterState({ select: ({ isLoading }) => isLoading })

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Loaded with the first key of Ctrl-K. A failure is shown when it is opened.
      if (event.key === 'Control' || event.key === 'Meta') void loadPalette().catch(() => {})
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        setSearching(true)
      } else if (isShortcut(event) && event.key === '/') {
        // Browsers would search in the page.
        event.preventDefault()
        // At once, without loading a script: the next keys are typed into the field.
        if (!focusSearch()) setSearching(true)
      } else if (isShortcut(event)) {
        const actions = { go: (to: string) => void navigate({ to }), help: () => setHelping(true) }
        void import('./shortcuts.ts').then(({ press }) => press(event.key, event.timeStamp, actions)).catch(() => {})
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])

  const arrivedAt = useRef(path)
  useEffect(() => {
    if (arrivedAt.current === path) return
    // A new page starts at the top, for screen readers too.
    if (arrivedAt.current !== undefined) main.current?.focus({ preventScroll: true })
    arrivedAt.current = path
    setNavigating(false)
  }, [path])

  return (
    <>
      <a className="skip" href="#main">
        {shellTexts.skipToThePage}
      </a>
      {loading && <div className="loading-bar" aria-hidden />}
      <div className="shell">
        <Sidebar />
        <div>
          <Topbar onSearch={() => setSearching(true)} onNavigate={() => setNavigating(true)} />
          <main ref={main} id="main" className="main" tabIndex={-1}>
            <Suspense>
              <NoConnection />
            </Suspense>
            <Outlet />
          </main>
        </div>
      </div>
      {navigating && <NavigationDrawer onClose={() => setNavigating(false)} />}
      {searching && <PaletteLoader onClose={() => setSearching(false)} onHelp={() => setHelping(true)} />}
      {helping && (
        <Suspense>
          <HelpSheet onClose={() => setHelping(false)} />
        </Suspense>
      )}
      <Suspense>
        <DownBadge />
      </Suspense>
      <ConfirmHost />
      <Toasts />
    </>
  )
}

/** Focuses the search field of the page's table. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#main .table-search input')
  field?.focus()
  field?.select()
  return field !== null
}

const shortcutKeys = '/?abcdefghijklmnopqrstuvwxyz'

/** A single key outside of fields, dialogs and menus. */
function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || key.length !== 1 || !shortcutKeys.includes(key)) return false
  if (document.querySelector('dialog[open], :popover-open')) return false
  const isField =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select, input'))
  return !isField || (target instanceof HTMLInputElement && target.type === 'checkbox')
}

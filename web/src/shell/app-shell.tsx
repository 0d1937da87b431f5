import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ConfirmHost } from '../ui/dialog/confirm.tsx'
import { Toasts } from '../ui/toast.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { Sidebar } from './sidebar.tsx'
import { Topbar } from './topbar.tsx'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

export function AppShell() {
  const [searching, setSearching] = useState(false)
  const [navigating, setNavigating] = useState(false)
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Loaded with the first key of Ctrl-K, so that what is typed after it is not lost. A failure is shown when it is opened.
      if (event.key === 'Control' || event.key === 'Meta') void loadPalette().catch(() => {})
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setSearching(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

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
        Skip to the page
      </a>
      <div className="shell">
        <Sidebar />
        <div>
          <Topbar onSearch={() => setSearching(true)} onNavigate={() => setNavigating(true)} />
          <main ref={main} id="main" className="main" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      {navigating && <NavigationDrawer onClose={() => setNavigating(false)} />}
      {searching && (
        <Suspense fallback={null}>
          <Palette onClose={() => setSearching(false)} />
        </Suspense>
      )}
      <ConfirmHost />
      <Toasts />
    </>
  )
}

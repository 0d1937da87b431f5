import { type ComponentType, lazy, Suspense } from 'react'
import { basePath } from '../../api/request.ts'
import { Loading } from '../../ui/states.tsx'

/** Pages that need no sign-in, by their path. */
const publicPages: Record<string, ComponentType> = {
  '/forgot-password': lazy(() => import('./forgot-password-page.tsx')),
  '/reset-password': lazy(() => import('./reset-password-page.tsx')),
  '/sign-in/callback': lazy(() => import('../single-sign-on/callback-page.tsx')),
  '/invitation': lazy(() => import('./invitation-page.tsx')),
}

/** The public page of the present address, or null. */
export function publicPage() {
  const Page = publicPages[window.location.pathname.slice(basePath.length).replace(/\/$/, '')]
  if (!Page) return null
  return (
    <Suspense fallback={<Loading lines={4} />}>
      <Page />
    </Suspense>
  )
}

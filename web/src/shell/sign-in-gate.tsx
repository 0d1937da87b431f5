import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { publicPage } from '../access/links/public-pages.tsx'
import { useSession } from '../api/session.tsx'
import { ErrorState } from '../ui/states.tsx'
import { clearToasts } from '../ui/toast.tsx'
import { BrandMark } from './brand.tsx'
import { shellTexts } from './shell-texts.ts'

// Most visits have a session and need none of these.
const SignInPage = lazy(async () => ({ default: (await import('../access/sign-in-page.tsx')).SignInPage }))
const ChangePasswordPage = lazy(async () => ({
  default: (await import('../access/change-password-page.tsx')).ChangePasswordPage,
}))
const SetUpFactorPage = lazy(() => import('../access/set-up-factor-page.tsx'))

/** Renders pages only after sign-in, after a one-time password was replaced and after a required second factor was set up. */
export function SignInGate({ children }: { children: ReactNode }) {
  const { session, refresh } = useSession()
  // Stays until the recovery codes are saved, although the account has its second factor before.
  const [isSettingUp, setSettingUp] = useState(false)
  const isRequired = session.state === 'signed-in' && session.account.must_set_up_factor
  if (isRequired && !isSettingUp) setSettingUp(true)
  const isSignedOut = session.state === 'signed-out'
  if (isSettingUp && isSignedOut) setSettingUp(false)
  // At the next sign-in, which may be that of another user.
  useEffect(() => (isSignedOut ? clearToasts : undefined), [isSignedOut])
  const page = publicPage()
  if (page) return page
  if (session.state === 'unknown') return <EmptyShell />
  if (session.state === 'signed-out') {
    return (
      <Suspense fallback={null}>
        <SignInPage />
      </Suspense>
    )
  }
  if (session.state === 'unreachable') return <ErrorState error={session.problem} retry={() => void refresh()} />
  if (session.account.must_change_password) {
    return (
      <Suspense fallback={<EmptyShell />}>
        <ChangePasswordPage />
      </Suspense>
    )
  }
  if (isSettingUp) {
    const finish = async () => {
      await refresh()
      setSettingUp(false)
    }
    return (
      <Suspense fallback={<EmptyShell />}>
        <SetUpFactorPage onDone={() => void finish()} />
      </Suspense>
    )
  }
  return children
}

/** Placeholder of the app shell while the account is loading. */
function EmptyShell() {
  return (
    <div className="shell">
      <div className="sidebar">
        <span className="brand">{shellTexts.flotilla2({ brandMark: () => <BrandMark /> })}</span>
      </div>
    </div>
  )
}

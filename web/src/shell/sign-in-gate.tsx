import type { ReactNode } from 'react'
import { ChangePasswordPage } from '../access/change-password-page.tsx'
import { publicPage } from '../access/links/public-pages.tsx'
import { SignInPage } from '../access/sign-in-page.tsx'
import { useSession } from '../api/session.tsx'
import { ErrorState } from '../ui/states.tsx'
import { BrandMark } from './brand.tsx'

/** Renders pages only after sign-in and after a one-time password was replaced. */
export function SignInGate({ children }: { children: ReactNode }) {
  const { session, refresh } = useSession()
  const page = publicPage()
  if (page) return page
  if (session.state === 'unknown') return <EmptyShell />
  if (session.state === 'signed-out') return <SignInPage />
  if (session.state === 'unreachable') return <ErrorState error={session.problem} retry={() => void refresh()} />
  if (session.account.must_change_password) return <ChangePasswordPage />
  return children
}

/** Placeholder of the app shell while the account is loading. */
function EmptyShell() {
  return (
    <div className="shell">
      <div className="sidebar">
        <span className="brand">
          <BrandMark />
          Flotilla
        </span>
      </div>
    </div>
  )
}

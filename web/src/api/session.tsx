import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { OperationName } from '../../../contract/client.ts'
import { toast } from '../ui/toast.tsx'
import { type AppShellData, appShellQuery, useWatchedAppShell } from './app-shell.ts'
import { call, onChangeRefused, onSignedOut, setCsrfToken } from './call.ts'
import { isAllowed } from './permission.ts'
import { asProblem, type Problem } from './problem.ts'
import { basePath } from './request.ts'

export type Account = AppShellData['account']

export type Session =
  | { state: 'unknown' }
  | { state: 'signed-out' }
  | { state: 'unreachable'; problem: Problem }
  | { state: 'signed-in'; account: Account }

type Headers = Readonly<Record<string, string>>

interface SessionAccess {
  session: Session
  /** Entered at the sign-in, so that it is not asked for again when it is changed; only in memory, and null after the change. */
  oneTimePassword: string | null
  signIn(login: string, password: string, headers?: Headers): Promise<void>
  /** The second step, with the challenge of the first one. */
  signInWithCode(challenge: string, code: string, headers?: Headers): Promise<void>
  /** `signIn` runs the calls of another way of signing in. */
  signInBy(signIn: () => Promise<void>): Promise<void>
  signOut(): Promise<void>
  /** Reads the account again. */
  refresh(): Promise<void>
}

const SessionContext = createContext<SessionAccess | null>(null)
// Scripts cannot read the cookie; this flag shows whether requesting the account is worthwhile.
const hint = 'flotilla.signed-in'
/** The service has seen a cookie if the page requests calls ahead. Their answers must be used now: they would be wrong after a sign-in. */
const hasCookie = document.querySelector('link[rel=preload][as=fetch]') !== null
export const seemsSignedIn = () => hasCookie || localStorage.getItem(hint) !== null

/** Loads the dashboard after another page has opened a session. */
export function enterDashboard(path = '/'): void {
  localStorage.setItem(hint, 'yes')
  window.location.replace(basePath + path)
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [begun, setBegun] = useState(seemsSignedIn)
  const [oneTimePassword, setOneTimePassword] = useState<string | null>(null)

  const end = useCallback(() => {
    localStorage.removeItem(hint)
    setCsrfToken(null)
    setBegun(false)
    setOneTimePassword(null)
    queries.clear()
  }, [queries])
  useEffect(() => onSignedOut(end), [end])
  useEffect(() => {
    // A failure is shown by the call that was refused.
    onChangeRefused(() => queries.prefetchQuery({ ...appShellQuery, staleTime: 0 }))
  }, [queries])

  const begin = useCallback(async () => {
    await queries.fetchQuery(appShellQuery)
    localStorage.setItem(hint, 'yes')
    setBegun(true)
  }, [queries])

  // A link can sign in another user than the one whose session is open.
  const forget = useCallback(() => queries.removeQueries({ queryKey: appShellQuery.queryKey }), [queries])

  const { data, error, refetch } = useWatchedAppShell(begun)
  const account = data?.account
  const session = useMemo<Session>(() => {
    if (!begun) return { state: 'signed-out' }
    // Keep the last account while the service is unreachable.
    if (account) return { state: 'signed-in', account }
    return error ? { state: 'unreachable', problem: error } : { state: 'unknown' }
  }, [begun, account, error])

  const access = useMemo<SessionAccess>(
    () => ({
      session,
      oneTimePassword,
      async refresh() {
        await refetch()
        setOneTimePassword(null)
      },
      async signIn(login, password, headers = {}) {
        await call('sign-in', { login, password }, { headers })
        const { account } = await queries.fetchQuery(appShellQuery)
        if (account.must_change_password) setOneTimePassword(password)
        await begin()
      },
      async signInWithCode(challenge, code, headers = {}) {
        await call('sign-in-with-code', { challenge, code }, { headers })
        forget()
        await begin()
      },
      async signInBy(signIn) {
        await signIn()
        forget()
        await begin()
      },
      async signOut() {
        try {
          const { redirect_to } = await call('sign-out', {})
          end()
          if (redirect_to) window.location.assign(redirect_to)
        } catch (error) {
          const problem = asProblem(error)
          // Otherwise the session is still open, for everyone at this computer.
          if (problem.status === 401) end()
          else toast(problem.message, { tone: 'bad' })
        }
      },
    }),
    [session, oneTimePassword, queries, refetch, begin, end, forget],
  )
  return <SessionContext value={access}>{children}</SessionContext>
}

export function useSession(): SessionAccess {
  const access = useContext(SessionContext)
  if (!access) throw new Error('useSession stands outside of SessionProvider')
  return access
}

/** The signed-in account. Pages are only rendered when there is one. */
export function useAccount(): Account {
  const { session } = useSession()
  if (session.state !== 'signed-in') throw new Error('useAccount stands on a page that is shown to strangers')
  return session.account
}

/** `const can = useCan(); can('sync-sites') && <Button…>`: hides what the service would refuse. */
export function useCan(): (operation: OperationName) => boolean {
  const account = useAccount()
  return useCallback((operation) => isAllowed(account, operation), [account])
}

/** Renders its children if the user may run the operation. */
export function Can({ operation, children }: { operation: OperationName; children: ReactNode }) {
  return useCan()(operation) ? children : null
}

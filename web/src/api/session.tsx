import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { DataOf, OperationName } from '../../../contract/client.ts'
import { call, giveCredentials } from './call.ts'
import { may } from './permission.ts'
import { asProblem, type Problem } from './problem.ts'

export type Account = DataOf<'get-own-account'>

export type Session =
  | { state: 'unknown' }
  | { state: 'signed-out' }
  | { state: 'unreachable'; problem: Problem }
  | { state: 'signed-in'; account: Account }

interface SessionAccess {
  session: Session
  signIn(login: string, password: string): Promise<void>
  signOut(): Promise<void>
  /** Asks the service again who we are. */
  refresh(): Promise<void>
}

const SessionContext = createContext<SessionAccess | null>(null)
// The cookie is out of reach for us; this says whether asking for the account is worth it.
const hint = 'flotilla.signed-in'

export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [session, setSession] = useState<Session>(() => ({
    state: localStorage.getItem(hint) ? 'unknown' : 'signed-out',
  }))

  const end = useCallback(() => {
    localStorage.removeItem(hint)
    giveCredentials(null, () => {})
    setSession({ state: 'signed-out' })
    queries.clear()
  }, [queries])

  const refresh = useCallback(async () => {
    try {
      giveCredentials(null, end)
      const account = await call('get-own-account', {})
      giveCredentials(account.csrf_token, end)
      localStorage.setItem(hint, 'yes')
      setSession({ state: 'signed-in', account })
    } catch (error) {
      const problem = asProblem(error)
      if (problem.status !== 401) setSession({ state: 'unreachable', problem })
    }
  }, [end])

  const waiting = session.state === 'unknown'
  useEffect(() => {
    if (waiting) void refresh()
  }, [waiting, refresh])

  const access = useMemo<SessionAccess>(
    () => ({
      session,
      refresh,
      async signIn(login, password) {
        await call('sign-in', { login, password })
        await refresh()
      },
      async signOut() {
        await call('sign-out', {}).catch(() => {})
        end()
      },
    }),
    [session, refresh, end],
  )
  return <SessionContext value={access}>{children}</SessionContext>
}

export function useSession(): SessionAccess {
  const access = useContext(SessionContext)
  if (!access) throw new Error('useSession stands outside of SessionProvider')
  return access
}

/** The signed-in account; pages are only shown to someone. */
export function useAccount(): Account {
  const { session } = useSession()
  if (session.state !== 'signed-in') throw new Error('useAccount stands on a page that is shown to strangers')
  return session.account
}

/** `const can = useCan(); can('sync-sites') && <Button…>`: what would be refused is not offered. */
export function useCan(): (operation: OperationName) => boolean {
  const account = useAccount()
  return useCallback((operation) => may(account, operation), [account])
}

/** Shows its children to those who may run the operation. */
export function Can({ operation, children }: { operation: OperationName; children: ReactNode }) {
  return useCan()(operation) ? children : null
}

import { hash } from 'node:crypto'
import type { Actor } from './actor.ts'

/** The credentials of a call, over any surface. */
export type Credentials =
  | { scheme: 'basic'; user: string; password: string }
  | { scheme: 'bearer'; token: string }
  /** A bearer token in the form of a JWT; `resource`: the path that it was sent to, which accepts tokens of an identity provider. */
  | { scheme: 'access-token'; token: string; resource: string }
  /** What scripts of the established product send; `inQuery`: as a part of the address. */
  | { scheme: 'pair'; consumerKey: string; consumerSecret: string; inQuery: boolean }
  /** `changes`: the request could change data, so a browser must prove that our page sent it. */
  | { scheme: 'session'; token: string; csrfToken: string | null; changes: boolean }

/** Puzzles that a person's browser solves to be tried while many people sign in. */
export interface SignInPuzzles {
  create(address: string | null): string
  isSolved(solution: string | null, address: string | null): boolean
}

/**
 * Authenticates the caller. Throws svc_unauthorized, or svc_rate_limited after too many failures. Returns without waiting
 * when the credentials are cached, as most are.
 */
export interface Authenticator {
  identify(credentials: Credentials, address: string): Actor | Promise<Actor>
  /** Calls back after every change of access, in any process; returns a function that stops it. */
  onChange(callback: () => void): () => void
  puzzles?: SignInPuzzles
}

/** Browsers keep this token after sign-out and are recognised by it at the next sign-in. The session cannot be derived from it. */
export const deviceTokenOf = (sessionToken: string): string => hash('sha256', `device\0${sessionToken}`, 'base64url')

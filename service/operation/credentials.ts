import { hash } from 'node:crypto'
import type { Actor } from './actor.ts'

/** What a caller shows to say who they are, whichever door they came through. */
export type Credentials =
  | { scheme: 'basic'; user: string; password: string }
  | { scheme: 'bearer'; token: string }
  /** `changes`: the request could change something, so a browser must prove that our own page sent it. */
  | { scheme: 'session'; token: string; csrfToken: string | null; changes: boolean }

/**
 * Finds out who is calling; refuses with svc_unauthorized, or svc_rate_limited after too many failures. Answers at once
 * when the credentials were seen a moment ago, as most are.
 */
export interface Authenticator {
  identify(credentials: Credentials, address: string): Actor | Promise<Actor>
}

/** What a browser keeps after its session has ended, so that it is known at the next sign-in. The session does not follow from it. */
export const deviceTokenOf = (sessionToken: string): string => hash('sha256', `device\0${sessionToken}`, 'base64url')

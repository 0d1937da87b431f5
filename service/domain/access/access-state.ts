import type { KeyObject } from 'node:crypto'
import type { Context } from '../../operation/context.ts'
import type { SignInPuzzles } from '../../operation/credentials.ts'
import type { Notices } from '../../platform/database/notices.ts'
import { type CredentialCache, createCredentialCache } from './credential-cache.ts'
import { readHashingKey } from './keys/hashing-key.ts'
import { createPuzzles } from './sign-in/puzzle.ts'

declare module '../../operation/context.ts' {
  interface FeatureState {
    access: AccessState
  }
}

export interface AccessState {
  /** Hashes credentials. */
  hashingKey: KeyObject
  /** Callers whose credentials were checked recently. */
  credentials: CredentialCache
  puzzles: SignInPuzzles
}

/** The payload is the id of a user, or `everyone`. */
export const accessChannel = 'access_changed'

/** For programs without callers. */
export const readAccessState = (platform: Pick<Context, 'db' | 'secrets' | 'clock'>): Promise<AccessState> =>
  stateWith(platform, createCredentialCache({ clock: platform.clock, isTrusted: () => false }))

async function stateWith(
  platform: Pick<Context, 'db' | 'secrets' | 'clock'>,
  credentials: CredentialCache,
): Promise<AccessState> {
  const hashingKey = await readHashingKey(platform)
  return { hashingKey, credentials, puzzles: createPuzzles({ hashingKey, clock: platform.clock }) }
}

/** Clears entries of the cache on every change of access, in this process and in others. */
export async function openAccessState(
  platform: Pick<Context, 'db' | 'secrets' | 'clock'>,
  notices: Notices,
): Promise<AccessState> {
  const credentials = createCredentialCache({ clock: platform.clock, isTrusted: notices.isListening })
  await notices.subscribe(accessChannel, (payload) =>
    /^\d+$/.test(payload) ? credentials.deleteUser(Number(payload)) : credentials.clear(),
  )
  notices.onGap(credentials.clear)
  return stateWith(platform, credentials)
}

import type { AccessContext } from '../access-context.ts'
import { providerSignInRequired } from '../access-errors.ts'
import { findIdentityOfUser } from './identity-store.ts'

/**
 * Throws when the provider decides about this user and the access has ended: the person has lost the group, or has not signed
 * in there for the set number of days. Otherwise a passkey or a password would outlive the account at the provider.
 */
export async function requireProviderAccess(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  userId: number,
): Promise<void> {
  const identity = await findIdentityOfUser(db, userId)
  if (identity && identity.access_until <= clock.now()) throw providerSignInRequired()
}

import { isDeepStrictEqual } from 'node:util'
import type { JWTAccessTokenClaims } from 'oauth4webapi'
import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { line } from '../../../platform/connector/reading/text.ts'
import { accessTokenRefused, providerSignInRequired } from '../access-errors.ts'
import { recordAccessEvent } from '../audit/access-event.ts'
import type { CallerIdentity } from '../credential-cache.ts'
import { identityOfKey } from '../identify.ts'
import { findUsableKeyById } from '../keys/key-store.ts'
import { findIdentity, type OidcIdentityRow } from '../oidc/identity-store.ts'
import { isProviderFailure } from '../oidc/oidc-errors.ts'
import { type ProvidedPerson, readProvidedGroups, readText } from '../oidc/oidc-login.ts'
import { ssoProblem } from '../oidc/oidc-settings.ts'
import { findOidcSettings, type OidcSettingsRow } from '../oidc/oidc-settings-store.ts'
import { findMapping, findOrCreatePerson, findRights } from '../oidc/sign-in-person.ts'
import { beginKeyAttempt } from '../passwords/failure-limit.ts'
import { oneLineText } from '../users/user.ts'
import { findUser } from '../users/user-store.ts'
import { requireOAuthKey } from './oauth-key.ts'
import { createTokenVerifier } from './verify-access-token.ts'

type AccessTokenContext = Pick<
  Context,
  'db' | 'clock' | 'access' | 'passwordCost' | 'secrets' | 'settings' | 'outbound' | 'publicUrl' | 'audit'
>

/** Access tokens of the identity provider for a part of this service, such as /mcp: Flotilla is a resource server of OAuth 2.1. */
export interface AccessTokens {
  /** The provider that gives such tokens; null: none is configured. */
  findIssuer(): Promise<string | null>
  /** `resource`: the path of what the token is for. */
  identify(token: string, resource: string, address: string): Promise<CallerIdentity>
}

export function openAccessTokens(context: AccessTokenContext): AccessTokens {
  const verify = createTokenVerifier(context)
  return {
    async findIssuer() {
      const settings = await findOidcSettings(context.db)
      return ssoProblem(settings, context) ? null : settings.issuer
    },
    async identify(token, resource, address) {
      const { db, clock, publicUrl } = context
      const settings = await findOidcSettings(db)
      if (ssoProblem(settings, context))
        throw accessTokenRefused('Access tokens are accepted only while single sign-on is on. Use an API key.')
      const attempt = await beginKeyAttempt(context, address)
      const claims = await verify(token, `${publicUrl}${resource}`, settings).catch(async (error) => {
        if (isProviderFailure(error)) await attempt.undo()
        throw error
      })
      // A program that signs in as itself: its name could be equal to that of a person.
      if (claims.sub === claims.client_id)
        throw accessTokenRefused('This access token belongs to no person. Sign in as a person, or use an API key.')
      if (!Names.safeParse(claims).success)
        throw accessTokenRefused('The names of the person or of the program in this access token are not accepted.')
      const userId = await findPerson(context, claims, settings)
      const program = { userId, issuer: claims.iss, clientId: claims.client_id }
      const key = await findUsableKeyById(db, await requireOAuthKey(context, program, address), clock.now())
      if (!key) throw accessTokenRefused('The key of this program is switched off, or its user no longer has access.')
      await attempt.undo()
      const identity = identityOfKey(context, key)
      const end = Math.min(claims.exp * 1000, key.expires_at?.getTime() ?? Number.POSITIVE_INFINITY)
      return { ...identity, expiresAt: new Date(end) }
    },
  }
}

/** They are stored. */
const Names = z.object({ iss: z.string().max(500), sub: oneLineText(255), client_id: oneLineText(255) })

/** A person counts as signed in when the token has their groups; repeated once a day, so that their access does not end. */
const signInEveryMs = 86_400_000

/**
 * The user of the person, by the rule of single sign-on: the groups in the token decide, if it is newer than the last sign-in.
 * Otherwise a token from before the person lost a group would give it back. Providers that send groups only with the sign-in leave
 * the user as the last sign-in did.
 */
async function findPerson(
  context: AccessTokenContext,
  claims: JWTAccessTokenClaims,
  settings: OidcSettingsRow,
): Promise<number> {
  const { db, clock } = context
  const { iss: issuer, sub: subject, client_id } = claims
  const identity = await findIdentity(db, issuer, subject)
  const sent = claims[settings.group_claim]
  const now = clock.now()
  if (!identity && sent === undefined) throw providerSignInRequired()
  if (identity && (sent === undefined || claims.iat * 1000 <= knownAt(identity, now))) return identity.user_id
  const groups = readProvidedGroups(sent)
  if (identity && now.getTime() - identity.last_sign_in_at.getTime() < signInEveryMs) {
    const user = await findUser(db, identity.user_id)
    const rights = await findRights(db, findMapping(settings.mappings, groups))
    if (user && rights && isDeepStrictEqual({ ...user, ...rights }, user)) return user.id
  }
  const person: ProvidedPerson = {
    ...{ issuer, subject, groups },
    name: readText(claims.name),
    email: readText(claims.email),
    userName: readText(claims.preferred_username),
  }
  const recordChange: Context['recordChange'] = (trx) =>
    recordAccessEvent(
      context,
      {
        event: 'accept-access-token',
        outcome: 'ok',
        user: null,
        address: null,
        facts: { subject: line(subject, 200), client_id: line(client_id, 200) },
      },
      trx,
    )
  return (await findOrCreatePerson({ ...context, recordChange }, person)).id
}

/** When the provider last said what the person may do: with a sign-in, or when the access ended. */
const knownAt = ({ last_sign_in_at, access_until }: OidcIdentityRow, now: Date): number =>
  Math.max(last_sign_in_at.getTime(), access_until <= now ? access_until.getTime() : 0)

import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import { recordAttempt } from '../activity/index.ts'
import { notApplied, withLockedSite } from '../site-calls/index.ts'
import { requireSite, type SiteRef, siteSuspended } from '../sites/index.ts'
import { fetchUserByLoginOrEmail, isSame } from './read-users.ts'
import { userExists } from './user-errors.ts'
import type { NewUserInput } from './user-input.ts'

export const CreatedUser = z.object({
  site_id: z.int(),
  site_url: z.string(),
  user_id: z.int(),
  username: z.string(),
  role: z.string().describe('As read back from the site.'),
  warning: z.string().optional(),
})
export type CreatedUser = z.output<typeof CreatedUser>

/** Jobs on many sites skip suspended sites. */
export async function requireNotSuspended(context: Pick<Context, 'db' | 'actor'>, ref: SiteRef): Promise<void> {
  const site = await requireSite(context, ref)
  if (site.status === 'suspended') throw siteSuspended(site)
}

/** Creates the user and reads it back. A generated password is never stored or returned. */
export function createUserOnSite(context: Context, ref: SiteRef, user: NewUserInput): Promise<CreatedUser> {
  const { connector } = context
  const { username, email, role, password, first_name, last_name, user_url } = user
  const change = { type: 'user', action: 'create-site-user', label: 'User created', item: username }
  return withLockedSite(context, ref, (child, site) =>
    recordAttempt(context, site.id, change, async () => {
      const find = () => fetchUserByLoginOrEmail(context, child, user)
      const answer = { site_id: site.id, site_url: site.url, username }
      if (context.resumed) {
        // An earlier attempt was interrupted and may have created the user.
        const existing = await find()
        if (existing && isSame(existing.login, username) && isSame(existing.email, email)) {
          return {
            ...answer,
            user_id: existing.id,
            role: existing.roles.join(', '),
            warning: 'The user already existed.',
          }
        }
      }
      const newUser = {
        login: username,
        email,
        role,
        password: password ?? randomBytes(24).toString('base64url'),
        sendPassword: user.send_password ?? password === undefined,
        ...(first_name !== undefined && { firstName: first_name }),
        ...(last_name !== undefined && { lastName: last_name }),
        ...(user_url !== undefined && { url: user_url }),
      }
      const { id } = await connector.createUser(child, newUser).catch(async (error: unknown) => {
        // The message of a refusal is in the language of the site, so the user is looked up.
        const refused = error instanceof ConnectorError && error.reason === 'child_error'
        const existing = refused ? await find() : null
        if (!existing) throw error
        throw userExists(
          isSame(existing.login, username) ? `the login name ${username}` : `the e-mail address ${email}`,
          site,
        )
      })
      const created = await find()
      if (created?.id !== id) throw notApplied(site, `it has no user ${username}`)
      const actualRole = created.roles.join(', ')
      const warning = `The site does not have the role ${role} and gave the user ${actualRole || 'none'}.`
      return { ...answer, user_id: id, role: actualRole, ...(!created.roles.includes(role) && { warning }) }
    }),
  )
}

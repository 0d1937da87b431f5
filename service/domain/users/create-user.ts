import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import { notApplied, withLockedSite } from '../content/index.ts'
import { requireSite, type SiteRef, siteSuspended } from '../sites/index.ts'
import { findNamesake } from './read-users.ts'
import { userExists } from './user-errors.ts'
import type { NewUser } from './user-input.ts'

export const CreatedUser = z.object({
  site_id: z.int(),
  site_url: z.string(),
  user_id: z.int(),
  username: z.string(),
  role: z.string().describe('As the site shows it.'),
  warning: z.string().optional(),
})
export type CreatedUser = z.output<typeof CreatedUser>

/** Work on many sites passes over the suspended ones. */
export async function refuseSuspended(context: Pick<Context, 'db' | 'actor'>, ref: SiteRef): Promise<void> {
  const site = await requireSite(context, ref)
  if (site.status === 'suspended') throw siteSuspended(site)
}

/** Makes the user and looks whether it is there; a password nobody gave is known to nobody. */
export function createUser(context: Context, ref: SiteRef, user: NewUser): Promise<CreatedUser> {
  const { connector } = context
  const { username, email, role, password, first_name, last_name, user_url } = user
  return withLockedSite(context, ref, async (child, site) => {
    const find = () => findNamesake(context, child, user)
    const answer = { site_id: site.id, site_url: site.url, username }
    if (context.resumed) {
      // A worker died over this: what it sent may have arrived.
      const there = await find()
      if (there && isSame(there.login, username) && isSame(there.email, email)) {
        return { ...answer, user_id: there.id, role: there.roles.join(', '), warning: 'The user was already there.' }
      }
    }
    const wanted = {
      login: username,
      email,
      role,
      password: password ?? randomBytes(24).toString('base64url'),
      sendPassword: user.send_password ?? password === undefined,
      ...(first_name !== undefined && { firstName: first_name }),
      ...(last_name !== undefined && { lastName: last_name }),
      ...(user_url !== undefined && { url: user_url }),
    }
    const { id } = await connector.createUser(child, wanted).catch(async (error: unknown) => {
      // Sites refuse in their own language.
      const refused = error instanceof ConnectorError && error.reason === 'child_error'
      const there = refused ? await find() : null
      if (!there) throw error
      throw userExists(
        isSame(there.login, username) ? `the login name ${username}` : `the e-mail address ${email}`,
        site,
      )
    })
    const created = await find()
    if (created?.id !== id) throw notApplied(site, `it has no user ${username}`)
    const is = created.roles.join(', ')
    const warning = `The site does not know the role ${role} and made the user ${is || 'nothing'}.`
    return { ...answer, user_id: id, role: is, ...(!created.roles.includes(role) && { warning }) }
  })
}

/** WordPress tells neither login names nor e-mail addresses apart by their case. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

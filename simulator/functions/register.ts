import { compareVersions } from '../catalogue/versions.ts'
import { type RegistrationRefusal, registrationRefusals } from '../http/texts.ts'
import { text } from '../php/form.ts'
import { addSlashes, isEmpty, rawUrlDecode } from '../php/values.ts'
import type { Site } from '../site/site.ts'
import { type Call, Refusal } from './call.ts'
import { recordRegistration } from './registration-events.ts'
import { makeSync } from './sync.ts'

const refuse = (code: RegistrationRefusal): never => {
  throw new Refusal(registrationRefusals[code], code)
}

/** Connects the site to an authenticated dashboard. The order of the checks is the real one. */
export function register(call: Call): unknown {
  const { site, fields } = call
  const login = text(fields, 'user')
  const publicKey = text(fields, 'pubkey')
  if (login === undefined || publicKey === undefined) return refuse('REG_ERROR1')
  const server = text(fields, 'server') ?? ''
  refuseIfTaken(site, login, server)
  if (site.uniqueId !== '') {
    const sent = text(fields, 'uniqueId') ?? ''
    if (sent === '') refuse('REG_ERROR3')
    if (sent !== site.uniqueId) refuse('REG_ERROR4')
  }
  if (site.missing === 'openssl') refuse('REG_ERROR5')
  if (site.missing === 'curl') refuse('REG_ERROR6')
  if (!isEmpty(login) && !isAuthenticated(call, login)) {
    const byToken = text(fields, 'regverify') !== undefined && isEmpty(text(fields, 'userpwd'))
    refuse(byToken ? 'reconnect_failed' : 'REG_ERROR7')
  }
  const user = isEmpty(login) ? undefined : site.user(login)
  if (!user) return refuse('REG_ERROR8')
  if (user.role !== 'administrator') refuse('REG_ERROR9')

  // The log of outside changes belongs to one administrator.
  const { lastAdmin } = site.settings
  if (lastAdmin !== '' && lastAdmin !== login) site.actions = []
  site.settings.lastAdmin = login
  site.connection = { publicKey, server, admin: login, algorithm: site.connection?.algorithm ?? null }
  call.effects.push({ what: 'connected', subject: login, to: server })
  const token = newToken(call, login)
  recordRegistration(call, user, token)
  return {
    ...(token !== null && { regverify: token }),
    register: 'OK',
    uniqueId: site.uniqueId,
    user: login,
    ...makeSync({ ...call, user }),
  }
}

/** A connected site only accepts the same administrator of the same dashboard. */
function refuseIfTaken(site: Site, login: string, server: string): void {
  const { connection } = site
  if (!connection) return
  if (login === connection.admin && server !== '' && server === connection.server) return
  refuse(site.passwordless.has(login) ? 'REG_ERROR10' : 'REG_ERROR2')
}

function isAuthenticated({ site, fields }: Call, login: string): boolean {
  if (site.passwordless.has(login)) return true
  // WordPress adds backslashes before the connector decodes a second time.
  const password = rawUrlDecode(addSlashes(text(fields, 'userpwd') ?? '')).trim()
  if (password !== '') return site.user(login) !== undefined && password === site.passwordOf(login)
  const token = text(fields, 'regverify') ?? ''
  if (token === '' && isOldDashboard(text(fields, 'mainwpver'))) refuse('REG_ERROR10')
  return site.registrations.get(login)?.includes(token) ?? false
}

const isOldDashboard = (version: string | undefined) =>
  version === undefined || isEmpty(version) || compareVersions(version, '5.3') < 0

/** A token is issued unless a valid one was sent. */
function newToken({ site, fields }: Call, login: string): string | null {
  if (isOldDashboard(text(fields, 'mainwpver'))) return null
  const sent = text(fields, 'regverify') ?? ''
  return site.registrations.get(login)?.includes(sent) ? null : site.issueToken(login)
}

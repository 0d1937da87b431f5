import {
  type Call,
  type ConnectorFunction,
  Cut,
  Noisy,
  PhpFatal,
  Refusal,
  UnderMaintenance,
} from '../functions/call.ts'
import { functions } from '../functions/index.ts'
import { register } from '../functions/register.ts'
import { type Fields, text } from '../php/form.ts'
import { plainText, rawUrlDecode } from '../php/values.ts'
import { parametersOf } from '../site/call-log.ts'
import { check } from '../site/connection.ts'
import type { User } from '../site/model.ts'
import type { Site } from '../site/site.ts'
import { refusals } from './texts.ts'

/** A request to the connector. */
export interface ConnectorRequest {
  readonly fields: Fields
  readonly query: URLSearchParams
  readonly cookies: string | undefined
  readonly agent: string
  /** Answers as usual, but reverts the changes. */
  readonly pretend: boolean
}

export type Answer =
  | { readonly payload: unknown; readonly noise: string; readonly cookies: readonly string[] }
  /** Not for the connector: WordPress answers. */
  | 'not for us'
  | 'fatal'
  | 'cut'
  | 'maintenance'

const registering: ConnectorFunction = { changes: () => true, run: register }

/** The order of the checks is that of the real plugin. */
export async function callConnector(site: Site, connectorRequest: ConnectorRequest): Promise<Answer> {
  const { fields } = connectorRequest
  if (!site.connectorActive) return 'not for us'
  const name = text(fields, 'function')
  const signature = text(fields, 'mainwpsignature')
  let user: User | null = null
  if (signature) {
    const refusal = checkSignature(site, connectorRequest, name ?? '', signature)
    if (refusal) return said({ error: refusal })
    const acting = actingUser(site, fields)
    if (typeof acting === 'string') return said({ error: acting })
    user = acting
  }
  if (name === 'register') return run(site, connectorRequest, name, registering, null)
  if (signature === '') return said({ error: refusals.emptySignature, error_code: 'PARSE_ERROR1' })
  if (signature !== undefined && name !== undefined) {
    const called = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (called) return run(site, connectorRequest, name, called, user)
    return said({ error: refusals.unknownFunction, error_code: 'child_plugin_incompatible' })
  }
  if (name === 'stats') return said(unsignedStats(site))
  return 'not for us'
}

const said = (payload: unknown): Answer => ({ payload, noise: '', cookies: [] })

const unsignedStats = (site: Site): unknown =>
  site.connection
    ? { error: refusals.alreadyLinked }
    : { version: '6.1', wpversion: site.core.installed, wpe: 0, wphost: '' }

function checkSignature(
  site: Site,
  { fields, query }: ConnectorRequest,
  name: string,
  signature: string,
): string | null {
  const state = check(site.connection, {
    message: `${name}${plainText(text(fields, 'nonce') ?? '')}`,
    signature: Buffer.from(rawUrlDecode(signature), 'base64'),
    algorithm: text(fields, 'sign_algo') ?? query.get('sign_algo') ?? undefined,
    probabilistic: Boolean(text(fields, 'verifylib') ?? query.get('verifylib')),
  })
  if (state === 'downgraded') return refusals.sha1
  return state === 'invalid' ? refusals.authentication : null
}

/** The named user must be an administrator; `alt_user` is ignored unless it is one. */
function actingUser(site: Site, fields: Fields): User | null | string {
  const login = text(fields, 'user')
  if (login === undefined) return null
  const other = site.user(text(fields, 'alt_user') ?? '')
  if (other?.role === 'administrator') return other
  const user = site.user(login)
  if (!user) return refusals.unknownUser
  return user.role === 'administrator' ? user : refusals.notAdministrator
}

async function run(
  site: Site,
  connectorRequest: ConnectorRequest,
  name: string,
  how: ConnectorFunction,
  user: User | null,
): Promise<Answer> {
  const { fields, agent } = connectorRequest
  const login = name === 'register' ? text(fields, 'user') : user?.login
  const loggedIn = login !== undefined && site.sessions.findLogin(connectorRequest.cookies) === login
  const call: Call = { site, fields, user, now: site.now(), agent, loggedIn, effects: [] }
  const changing = how.changes(fields)
  const restore = changing && connectorRequest.pretend ? site.saveState() : null
  if (changing) site.callLog.changes.enter()
  let refused = false
  try {
    const result = how.run(call)
    const payload = result instanceof Promise ? await result : result
    // Each call that names a user and has no valid cookie logs in, twice.
    const fresh = login !== undefined && !loggedIn
    const cookies = fresh ? site.sessions.logIn(login, site.siteUrl, site.random, call.now) : []
    return payload instanceof Noisy ? { ...payload, cookies } : { payload, noise: '', cookies }
  } catch (error) {
    if (error instanceof Refusal) {
      refused = true
      return said({ error: error.message, ...(error.code !== undefined && { error_code: error.code }) })
    }
    refused = call.effects.length === 0
    if (error instanceof PhpFatal) return 'fatal'
    if (error instanceof Cut) return 'cut'
    if (error instanceof UnderMaintenance) return 'maintenance'
    throw error
  } finally {
    if (changing) site.callLog.changes.leave()
    if (restore) restore()
    else if (changing && (!refused || call.effects.length > 0)) site.record(name, parametersOf(fields), call.effects)
  }
}

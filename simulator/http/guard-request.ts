import { describeGuard } from '../functions/guard.ts'
import { type Fields, text } from '../php/form.ts'
import { opensTo } from '../site/connection.ts'
import { type Exchange, send } from './exchange.ts'

const pattern = /^(1\.([0-9a-f]{32})\.(restore|state)\.([0-9]{10})\.([0-9a-f]{32}))\.([A-Za-z0-9_-]{300,700})$/
/** Real guards take five minutes. The clock of a test may run apart from the one of the simulator. */
const windowSeconds = 86_400
const maxNonces = 200

/** The field of a request that a guard answers before other plugins load. */
export const isForGuard = (fields: Fields): boolean => text(fields, 'flotilla_guard') !== undefined

/** A signed request for one guard. False: the request is left to WordPress. */
export function answersAsGuard(exchange: Exchange, fields: Fields): boolean {
  const { site } = exchange
  const [, message = '', id = '', action, time, nonce = '', signature = ''] =
    pattern.exec(text(fields, 'flotilla_guard') ?? '') ?? []
  const guard = site.guards.get(id)
  const now = site.now()
  if (!guard || site.guards.direct !== 'ready' || Math.abs(Number(time) - now - guard.offset) > windowSeconds)
    return false
  if (!opensTo(site.connection, Buffer.from(signature, 'base64url'), message)) return false
  for (const [used, at] of guard.nonces) if (at < now - 2 * windowSeconds) guard.nonces.delete(used)
  if (guard.nonces.has(nonce) || guard.nonces.size >= maxNonces) return false
  guard.nonces.set(nonce, now)
  if (action === 'restore') site.guards.restore(guard)
  const answer = JSON.stringify({ nonce, guards: [describeGuard(site, guard)] })
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store, private' }
  send(exchange, 200, headers, `FLOTILLA-GUARD ${answer} END`)
  return true
}

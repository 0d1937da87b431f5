import { createHash, randomBytes } from 'node:crypto'
import type { SiteKey } from '../child-site.ts'
import type { Signer } from '../signing.ts'

/** What a guard can be asked for without the connector. */
export type SignedAction = 'restore' | 'state'

/** The field of the form that a guard looks for. */
export const signedRequestField = 'flotilla_guard'

/** Starts every signed block: a signature of this kind says nothing to the connector, and none of the connector's is one of these. */
const domain = 'flotilla-guard-v1:'

/** A request that only this guard accepts, once, within five minutes. `nowMs` is our time; the guard knows how far its own differs. */
export async function signGuardRequest(
  signer: Pick<Signer, 'signBlock'>,
  key: SiteKey,
  { id, action, nowMs }: { id: string; action: SignedAction; nowMs: number },
): Promise<{ value: string; nonce: string }> {
  const nonce = randomBytes(16).toString('hex')
  const message = `1.${id}.${action}.${Math.floor(nowMs / 1000)}.${nonce}`
  const block = Buffer.concat([Buffer.from(domain), createHash('sha256').update(message).digest()])
  const signature = await signer.signBlock(key, block)
  return { value: `${message}.${signature.toString('base64url')}`, nonce }
}

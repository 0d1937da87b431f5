import { hash, type KeyObject, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Actor } from '../../operation/actor.ts'
import { canonicalJson } from '../../operation/claims/canonical-json.ts'
import type { Operation } from '../../operation/operation.ts'
import { keyedHash } from '../access/index.ts'
import { showText } from './shown-addresses.ts'

export const approvalLifetimeMs = 10 * 60_000

/** What a person is shown and signs, as canonical JSON. */
const ApprovalRequest = z.object({
  /** Random, so that no two requests have the same digest. */
  nonce: z.string(),
  operation: z.string(),
  input: z.record(z.string(), z.unknown()),
  /** Of the addresses in the input, also in hidden fields. Requests of 0.2.0 have none. */
  hosts: z.array(z.string()).default([]),
  plan: z.looseObject({ would_affect: z.array(z.unknown()), count: z.number(), warnings: z.array(z.string()) }),
  credential: z.object({ key_id: z.int(), name: z.string() }),
  requested_at: z.string(),
  expires_at: z.string(),
})
type ApprovalRequest = z.output<typeof ApprovalRequest>

export const readRequest = (text: string): ApprovalRequest => ApprovalRequest.parse(JSON.parse(text))

/** SHA-256 over the bytes of the request, as WebAuthn encodes a challenge. */
export const requestDigestOf = (request: string): string => hash('sha256', request, 'base64url')

/** Of the operation and its input: the same for the repeated call. */
export const callHashOf = (operation: string, input: unknown): Buffer =>
  hash('sha256', canonicalJson([operation, input]), 'buffer')

interface NewRequest {
  operation: Operation
  /** Without secrets: see hideSecrets. */
  input: Record<string, unknown>
  hosts: string[]
  plan: unknown
  actor: Actor & { keyId: number }
  now: Date
}

export function writeRequest({ operation, input, hosts, plan, actor, now }: NewRequest): string {
  return canonicalJson({
    nonce: randomUUID(),
    operation: operation.name,
    input,
    hosts,
    plan,
    credential: { key_id: actor.keyId, name: actor.name },
    requested_at: now.toISOString(),
    expires_at: new Date(now.getTime() + approvalLifetimeMs).toISOString(),
  })
}

const secretNames = /pass|secret|token|credential|private|authorization|http_user|^unique_id$|(^|_)(api_?)?key$/i

const hiddenValue = (key: KeyObject, value: unknown) =>
  `[hidden ${keyedHash(key, 'hidden value', canonicalJson(value))}]`

function hideIn(key: KeyObject, value: unknown, name: string, isSecret: (name: string) => boolean): unknown {
  if (isSecret(name) && value !== null && value !== undefined && typeof value !== 'boolean')
    return hiddenValue(key, value)
  if (typeof value === 'string') {
    const shown = showText(value, name)
    return shown === value ? value : `${shown} ${hiddenValue(key, value)}`
  }
  if (Array.isArray(value)) return value.map((each) => hideIn(key, each, name, isSecret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([each, inner]) => [each, hideIn(key, inner, each, isSecret)]))
}

/**
 * The input as it is stored and shown. A secret is replaced by its keyed hash: people do not see it, and another value is another
 * request.
 */
export const hideSecrets = (
  key: KeyObject,
  input: unknown,
  { hiddenInput = [] }: Pick<Operation, 'hiddenInput'> = {},
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input ?? {}).map(([name, each]) => [
      name,
      each !== undefined && hiddenInput.includes(name)
        ? hiddenValue(key, each)
        : hideIn(key, each, name, (field) => secretNames.test(field)),
    ]),
  )

/** The plan as it is stored and shown: it has no secrets but those in addresses. The types of its fields stay. */
export const hideInPlan = <Value>(key: KeyObject, plan: Value): Value => hideIn(key, plan, '', () => false) as Value

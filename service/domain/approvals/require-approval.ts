import type { Approvals, AskedCall } from '../../operation/approvals.ts'
import { canonicalJson } from '../../operation/claims/canonical-json.ts'
import type { Context } from '../../operation/context.ts'
import type { Operation } from '../../operation/operation.ts'
import { describePlan } from '../../operation/run-operation.ts'
import type { Db } from '../../platform/database/database.ts'
import { present } from '../../platform/present.ts'
import { publishEvents } from '../events/index.ts'
import { addressOfApproval } from './approval.ts'
import { approvalRequired, planTooLarge, tooManyApprovalRequests, tooManyApprovals } from './approval-errors.ts'
import {
  approvalLifetimeMs,
  callHashOf,
  hideInPlan,
  hideSecrets,
  readRequest,
  requestDigestOf,
  writeRequest,
} from './approval-request.ts'
import {
  type ApprovalRow,
  countApprovals,
  insertApproval,
  lockKeyOfRequests,
  lockOpenApproval,
  updateApproval,
} from './approval-store.ts'
import { listHosts } from './shown-addresses.ts'

const maxPending = 20
/** Of a key in ten minutes, whatever became of them: each one notifies people. */
const maxRequests = 100
const maxCharacters = 1_000_000
/** In messages about a request; its page has all. */
const maxAnnouncedHosts = 5
/** Shorter lists are complete: their count may count something else. */
const shortestCutList = 100

/** What the call would do now, with all its targets. */
async function planOf(operation: Operation, input: unknown, context: Context) {
  const plan = describePlan(await present(operation.plan, `a plan of ${operation.name}`)(input, context))
  if (plan.would_affect.length >= shortestCutList && plan.count > plan.would_affect.length) throw planTooLarge()
  // As it is stored, so that both can be compared.
  return hideInPlan(context.access.hashingKey, JSON.parse(canonicalJson(plan)) as typeof plan)
}

/** Uses the approval of exactly this call, or asks for it. The caller repeats the call: its answer needs no other way. */
export const approvals: Approvals = {
  async require(call) {
    const { operation, context } = call
    const { db, access } = context
    const input = hideSecrets(access.hashingKey, call.input, operation)
    const plan = await planOf(operation, call.input, context)
    const hosts = listHosts(call.input)
    const asked = await db.transaction().execute((trx) => useOrAsk(trx, call, { input, hosts, plan }))
    if (asked)
      throw approvalRequired(operation.label, { ...asked, address: addressOfApproval(context, asked.id), plan })
  },
}

interface Planned {
  input: Record<string, unknown>
  hosts: string[]
  plan: Awaited<ReturnType<typeof planOf>>
}

/** Null: approved, and used up by this call. */
async function useOrAsk(trx: Db, call: AskedCall, { input, hosts, plan }: Planned) {
  const { operation, context, requestId } = call
  const { clock, audit, actor } = context
  const now = clock.now()
  const keyId = present(actor.keyId, 'the key of a call that needs approval')
  await lockKeyOfRequests(trx, keyId)
  const callHash = callHashOf(operation.name, input)
  const found = await lockOpenApproval(trx, keyId, callHash, now)
  const isSame = found && canonicalJson(readRequest(found.request).plan) === canonicalJson(plan)
  if (found?.state === 'approved' && isSame) {
    await updateApproval(trx, found.id, 'approved', { state: 'used', used_at: now })
    await audit.record(lineOf('use-approval', call, found), { within: trx })
    return null
  }
  if (found && isSame) return { id: found.id, digest: found.digest, expiresAt: found.expires_at }
  // The person has seen another plan.
  if (found) await updateApproval(trx, found.id, found.state, { state: 'outdated' })
  const { pending, all } = await countApprovals(trx, keyId, new Date(now.getTime() - approvalLifetimeMs))
  if (pending >= maxPending) throw tooManyApprovals(maxPending)
  if (all >= maxRequests) throw tooManyApprovalRequests(maxRequests)
  const request = writeRequest({ operation, input, hosts, plan, actor: { ...actor, keyId }, now })
  if (request.length > maxCharacters) throw planTooLarge()
  const digest = requestDigestOf(request)
  const expiresAt = new Date(now.getTime() + approvalLifetimeMs)
  const stored = { key_id: keyId, operation: operation.name, requested_by: actor.name, targets: plan.count }
  const signed = { call_hash: callHash, request, digest, requested_at: now, expires_at: expiresAt }
  const id = await insertApproval(trx, { ...stored, ...signed })
  const event = {
    type: 'approval.requested' as const,
    subject: `approval:${id}`,
    startedBy: { userId: actor.userId, keyId: null },
    data: {
      approval_id: id,
      ...{ operation: operation.name, label: operation.label, targets: plan.count, by: actor.name },
      hosts: hosts.slice(0, maxAnnouncedHosts),
      expires_at: expiresAt.toISOString(),
      address: addressOfApproval(context, id),
    },
  }
  await publishEvents(trx, [event], now)
  await audit.record(lineOf('request-approval', { ...call, requestId }, { id, digest }), { within: trx })
  return { id, digest, expiresAt }
}

const lineOf = (
  operation: 'request-approval' | 'use-approval',
  { operation: asked, context, requestId }: AskedCall,
  { id, digest }: Pick<ApprovalRow, 'id' | 'digest'>,
) => ({
  actor: context.actor,
  requestId,
  operation,
  subject: JSON.stringify({ approval_id: id, digest, operation: asked.name }),
  outcome: 'ok',
})

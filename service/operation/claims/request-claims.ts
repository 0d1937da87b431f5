import { createHash, createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { messageOf } from '../../platform/error-facts.ts'
import { defaultLeaseSeconds, Leases } from '../../platform/leases.ts'
import type { Logger } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Actor, credentialOf } from '../actor.ts'
import { answerKindOf } from '../answers.ts'
import { type ErrorKind, ServiceError } from '../errors.ts'
import { RowsAnswer } from '../json-rows.ts'
import type { Operation } from '../operation.ts'
import { canonicalJson } from './canonical-json.ts'
import { answerNotKept, changeInterrupted, keyReused, requestInProgress } from './claim-errors.ts'
import {
  type Claim,
  deleteClaim,
  deleteClaimsBefore,
  deleteRunningClaim,
  expireClaim,
  findClaim,
  insertClaim,
  updateClaimHolder,
  updateClaimState,
  updateLeaseEnds,
} from './claim-store.ts'

const keptForMs = 24 * 3_600_000
const maxAnswerCharacters = 256 * 1024
const sealedColumn = 'request_claims.answer'

/** For the run of a claimed request. */
export interface ClaimedRun {
  /** In the transaction of the change: throws when another process has the claim now. */
  recordChange(trx: Db): Promise<void>
  /** The same with the answer; also outside of a transaction. */
  recordAnswer(db: Db, output: unknown): Promise<void>
}

export interface ClaimedCall {
  actor: Actor
  /** The Idempotency-Key. */
  key: string
  operation: Pick<Operation, 'name' | 'audit'>
  input: unknown
}

/** Requests that run once, although they are sent several times. */
export interface RequestClaims {
  /** Runs `work`, or returns the answer of an earlier request of this credential with this key. */
  once(
    call: ClaimedCall,
    work: (run: ClaimedRun) => Promise<unknown>,
  ): Promise<{ output: unknown; isRepeated: boolean }>
  /** Throws if the credential sent this key with another body. The items of a batch have keys of their own. */
  rememberBatch(actor: Actor, key: string, body: unknown): Promise<void>
  /** Runs `work` while no other process runs work with this name; throws if one does. */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Deletes what is older than a day. */
  deleteOld(): Promise<void>
}

interface Parts {
  db: Database
  clock: Clock
  log: Logger
  secrets: Secrets
}

export function openRequestClaims(
  { db, clock, log, secrets }: Parts,
  leaseSeconds = defaultLeaseSeconds,
): RequestClaims {
  const leases = new Leases<Claim>(
    { clock, log },
    {
      kind: 'request',
      seconds: leaseSeconds,
      describe: () => 'a request with an Idempotency-Key',
      renew: (claims, seconds) => updateLeaseEnds(db, claims, seconds),
    },
  )
  const take = (claim: Claim, fingerprint: Buffer) =>
    insertClaim(db, { ...claim, fingerprint, seconds: leaseSeconds, now: clock.now() })

  /** Null: the claim is ours. Otherwise the answer of the earlier request. */
  async function claimOrFind(
    claim: Claim,
    fingerprint: Buffer,
    { audit }: Pick<Operation, 'audit'>,
  ): Promise<{ answer: KeptAnswer } | null> {
    for (;;) {
      if (await take(claim, fingerprint)) return null
      const found = await findClaim(db, claim.digest)
      if (!found) continue
      if (found.created_at.getTime() <= clock.now().getTime() - keptForMs) {
        await deleteClaim(db, { ...claim, holder: found.holder })
        continue
      }
      if (!found.fingerprint.equals(fingerprint)) throw keyReused()
      if (found.state === 'done') {
        if (found.answer === null) throw answerNotKept()
        return { answer: KeptAnswer.parse(JSON.parse(secrets.open(found.answer, sealedColumn))) }
      }
      if (found.is_held) throw requestInProgress()
      if (found.state === 'changed') throw answerNotKept()
      // In one transaction with the change, the claim would not be `running` any more if the change were made.
      if (audit !== 'one-transaction' && audit !== 'own-transaction') throw changeInterrupted()
      if (await updateClaimHolder(db, claim, { from: found.holder, seconds: leaseSeconds })) return null
    }
  }

  const keep = async (on: Db, claim: Claim, state: 'changed' | 'done', answer: KeptAnswer | null) => {
    const text = answer && JSON.stringify(answer)
    const sealed = text !== null && text.length <= maxAnswerCharacters ? secrets.seal(text, sealedColumn) : null
    if (!(await updateClaimState(on, claim, { state, answer: sealed }))) throw requestInProgress()
  }

  return {
    async once({ actor, key, operation, input }, work) {
      const claim = { digest: digestOf(credentialOf(actor), key), holder: randomUUID() }
      const earlier = await claimOrFind(claim, fingerprintOf(key, [operation.name, input]), operation)
      if (earlier) return { output: outputOf(earlier.answer), isRepeated: true }
      const run: ClaimedRun = {
        recordChange: (trx) => keep(trx, claim, 'changed', null),
        recordAnswer: (on, output) => keep(on, claim, 'done', isJson(output) ? { output } : null),
      }
      try {
        return { output: await leases.hold(claim, () => work(run)), isRepeated: false }
      } catch (error) {
        await settleFailure(claim, operation, error).catch((problem) =>
          log.warn({ reason: messageOf(problem) }, 'the outcome of a request with an Idempotency-Key was not kept'),
        )
        throw error
      }
    },
    async rememberBatch(actor, key, body) {
      const claim = { digest: digestOf(credentialOf(actor), `batch\n${key}`), holder: randomUUID() }
      const earlier = await claimOrFind(claim, fingerprintOf(key, body), { audit: 'own-transaction' })
      if (!earlier) await keep(db, claim, 'done', { output: null })
    },
    async exclusively(name, work) {
      const claim = { digest: digestOf('', name), holder: randomUUID() }
      const fingerprint = Buffer.alloc(0)
      if (await claimOrFind(claim, fingerprint, { audit: 'own-transaction' })) throw requestInProgress()
      return leases.hold(claim, work).finally(() => deleteClaim(db, claim))
    },
    async deleteOld() {
      const before = new Date(clock.now().getTime() - keptForMs)
      while ((await deleteClaimsBefore(db, before, 5_000)) > 0);
    },
  }

  /** After a refusal the key can be used again. An error that may have left a part of the change is kept and repeated. */
  async function settleFailure(claim: Claim, { audit }: Pick<Operation, 'audit'>, error: unknown): Promise<void> {
    const isUnconfirmed = error instanceof ServiceError && error.code === 'svc_change_unconfirmed'
    const isRefusal = error instanceof ServiceError && changedNothing(error)
    if (!isUnconfirmed && (isRefusal || audit === 'one-transaction')) return deleteRunningClaim(db, claim)
    if (!(error instanceof ServiceError)) return expireClaim(db, claim)
    const { code, kind, message, details } = error
    await keep(db, claim, 'done', { error: { code, kind, message, details } })
  }
}

/** A call to a site says itself what it may have done. Otherwise an error from after the begin of a change is not retryable. */
function changedNothing({ kind, details, cause }: ServiceError): boolean {
  if (details.retryable === true || refusals.has(kind)) return true
  if (kind !== 'unavailable' || details.outcome === 'unknown') return false
  return cause instanceof ConnectorError ? !cause.mayHaveArrived : details.retryable === undefined
}

/** Errors of these kinds are refusals: nothing was changed. */
const refusals: ReadonlySet<ErrorKind> = new Set([
  'invalid',
  'forbidden',
  'missing',
  'conflict',
  'gone',
  'precondition',
  'rate-limited',
  'too-large',
  'module-off',
])

const KeptAnswer = z.union([
  z.object({
    error: z.object({
      code: z.templateLiteral(['svc_', z.string()]),
      // Only our own errors are kept.
      kind: z.custom<ErrorKind>((value) => typeof value === 'string'),
      message: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  }),
  z.object({ output: z.unknown() }),
])
type KeptAnswer = z.infer<typeof KeptAnswer>

function outputOf(answer: KeptAnswer): unknown {
  if (!('error' in answer)) return answer.output
  const { code, kind, message, details } = answer.error
  throw new ServiceError(code, kind, message, details)
}

const isJson = (output: unknown) => !(output instanceof RowsAnswer) && answerKindOf(output) === 'json'

const digestOf = (credential: string, key: string) => createHash('sha256').update(`${credential}\n${key}`).digest()

/** The key is not stored, so that a password in the input cannot be guessed from the fingerprint. */
const fingerprintOf = (key: string, content: unknown) =>
  createHmac('sha256', key).update(canonicalJson(content)).digest()

/** A defect that the tests must notice: `from` occurs once in the file. */
export interface Mutant {
  file: string
  from: string
  to: string
}

type Change = [from: string, to: string]

const of = (file: string, ...changes: Change[]): Mutant[] => changes.map(([from, to]) => ({ file, from, to }))

/** In the riskiest files: leases, jobs, rollouts, guards, approvals, limits, outbound calls, repeated requests, outcomes, backups. */
export const mutants: readonly Mutant[] = [
  ...of(
    'service/platform/work/lifecycle.ts',
    ['state.dueAt <= now', 'true'],
    ['if (!isFree || attempts >= maxAttempts) return state', 'if (!isFree) return state'],
    ['const hasBegun = attempts > 0', 'const hasBegun = false'],
    ['return isHeldBy(event.holder) ? ended(event.end) : state', 'return ended(event.end)'],
    ["ended(state.hasBegun ? 'unknown' : 'cancelled')", "ended('cancelled')"],
    ['if (event.dueAt === null || attempts >= maxAttempts)', 'if (event.dueAt === null)'],
    ['until < now && !isCancelling', 'until < now'],
    ["(state.end === 'failed' || state.end === 'unknown')", "(state.end !== 'done')"],
  ),
  ...of(
    'service/platform/work/retry-policy.ts',
    ['now.getTime() - createdAt.getTime() > giveUpAfterMs', 'false'],
    ['Math.max(delay, Math.min(requestedMs, maxRequestedMs))', 'Math.max(delay, requestedMs)'],
  ),
  ...of(
    'service/platform/work/work-store.ts',
    ["coalesce(leased_until, '-infinity') < now()", 'true'],
    ['attempts = attempts + 1', 'attempts = attempts'],
    ['and attempts =', 'and attempts >='],
  ),
  ...of(
    'service/domain/jobs/run-targets.ts',
    ['if (signal.aborted && !isCancelled) return', 'if (false) return'],
    ["outcome: code === 'svc_outcome_unknown' ? 'unknown' : 'failed'", "outcome: 'failed'"],
    ["results ? outcomeOfItems(results) : 'succeeded'", "'succeeded'"],
    ['decide(target, { hasBegun: attemptsOf(target) > 1 }', 'decide(target, { hasBegun: false }'],
    ['resumed: attempts > 1', 'resumed: false'],
    ['if (!hasBegun) leases.abort', 'leases.abort'],
    ['isOwnFailure(error) && attempts < maxTargetAttempts', 'false'],
  ),
  ...of(
    'service/domain/rollouts/advance-rollout.ts',
    ['failed - forgiven >= wave.budget', 'failed - forgiven > wave.budget'],
    ['if (rollout.starts_at > now) return', 'if (false) return'],
    ['if (!isLast && now.getTime() <', 'if (now.getTime() < 0 &&  now.getTime() <'],
    ["if (rollout.status === 'paused') return", 'if (false) return'],
    ["if (lost.some(({ state }) => state === 'waiting'))", 'if (false)'],
    ['(await findEndOfWatches(trx, rollout.id, position)) !== null', 'false'],
  ),
  ...of(
    'service/domain/rollouts/cut-waves.ts',
    ['Math.max(1, Math.min(max_failures ?? sites, byShare))', 'Math.min(max_failures ?? sites, byShare)'],
    ['site.clientId === wave.client_id', 'true'],
    ['Math.max(1, Math.floor(sites * maxCanaryShare))', 'sites'],
  ),
  ...of(
    'service/domain/guard/use-guard.ts',
    ['if (await isGuardSwitchedOff(db, site.id))', 'if (false)'],
    ['error instanceof ConnectorError && !error.mayHaveArrived', 'true'],
    ['.filter((row) => row.run === run)', ''],
    ['if (gone.length < rows.length)', 'if (false)'],
    ['Math.min(options.lifetimeMs ?? defaultLifetimeMs, maxLifetimeMs)', 'options.lifetimeMs ?? defaultLifetimeMs'],
  ),
  ...of('service/platform/connector/guard/build-guard-call.ts', [
    'ids.every((id) => idPattern.test(id)) &&',
    'true &&',
  ]),
  ...of('service/platform/connector/guard/sign-guard-request.ts', ['Math.floor(nowMs / 1000)', 'Math.floor(nowMs)']),
  ...of(
    'service/domain/approvals/require-approval.ts',
    ["if (found?.state === 'approved' && isSame)", "if (found?.state === 'approved')"],
    ['if (pending >= maxPending)', 'if (false)'],
    ['if (all >= maxRequests)', 'if (false)'],
    ["{ state: 'used', used_at: now }", '{ used_at: now }'],
  ),
  ...of(
    'service/domain/approvals/approval-request.ts',
    ['canonicalJson([operation, input])', 'canonicalJson([operation])'],
    ['/pass|secret|', '/secret|'],
  ),
  ...of(
    'service/operation/limits.ts',
    ['own && owner ? { ...own, within: owner } : (own ?? owner)', 'own ?? owner'],
    ['isIncluded && (!within || includesNewSite(within, site))', 'isIncluded'],
    ['within ? tags.filter((id) => within.tags.includes(id)) : tags', 'tags'],
    ['&& client_ids === null) return null', ') return null'],
  ),
  ...of(
    'service/operation/visible-sites-store.ts',
    ['return within ?', 'return false ?'],
    ['limit_clients.client_id = any (', 'limit_clients.id = any ('],
  ),
  ...of(
    'service/platform/outbound/address-guard.ts',
    ['if (metadata.has(canonical) || neverAllowed.has(address.range()))', 'if (neverAllowed.has(address.range()))'],
    [
      'if (address.match(translatedPrefix, 96)) return isPublic(embedded(parts))',
      'if (address.match(translatedPrefix, 96)) return true',
    ],
    ['return !tunnelled || isPublic(embedded(parts))', 'return true'],
  ),
  ...of(
    'service/platform/outbound/url-guard.ts',
    ["if (authority.includes('@'))", 'if (false)'],
    ['if (isIPv4(hostname) && written !== hostname)', 'if (false)'],
  ),
  ...of(
    'service/platform/outbound/redirects.ts',
    ['samePort && (to.secure || !from.secure)', 'samePort'],
    ['trusted: trusted && to.origin === first.origin', 'trusted: to.origin === first.origin'],
    ['if (status === 303 || !isSameSite(from, to))', 'if (!isSameSite(from, to))'],
  ),
  ...of(
    'service/operation/claims/claim-store.ts',
    ["and state = 'running' and lease_until <= clock_timestamp()", "and state = 'running'"],
    ["await own.where('state', '=', 'running').execute()", 'await own.execute()'],
  ),
  ...of(
    'service/operation/claims/request-claims.ts',
    ['if (!found.fingerprint.equals(fingerprint)) throw keyReused()', 'if (false) throw keyReused()'],
    ['if (found.is_held) throw requestInProgress()', 'if (false) throw requestInProgress()'],
    [
      "if (audit !== 'one-transaction' && audit !== 'own-transaction') throw changeInterrupted()",
      'if (false) throw changeInterrupted()',
    ],
  ),
  ...of(
    'service/platform/connector/outcomes.ts',
    ['if (changed && (!report || report.success || report.oldVersion !== null))', 'if (changed)'],
    [
      "if (seen === undefined || failure.effect === 'may-still-run') return unknown()",
      'if (seen === undefined) return unknown()',
    ],
    ["action === 'delete' && (touched || failure)", "action === 'delete'"],
    ["if (seen === null && failure?.effect === 'may-still-run') return unknown()", 'if (false) return unknown()'],
  ),
  ...of(
    'service/domain/updates/run/decide-outcome.ts',
    ["if (gates === 'failed' || connector === 'silent') return 'failed'", "if (gates === 'failed') return 'failed'"],
    ['if (found === null) return toMissing(sent)', 'if (false) return toMissing(sent)'],
    ["return verdict === 'unchecked' ? toNotChecked(sent) : sent", 'return sent'],
  ),
  ...of(
    'service/platform/database/backup/encryption.ts',
    ['nonce[11] = isLast ? 1 : 0', 'nonce[11] = 0'],
    ['if (keys.some((key) => key.text.length < shortestKey))', 'if (false)'],
  ),
  ...of('service/platform/database/backup/check-restore.ts', ['if (restored !== expected.counts[name])', 'if (false)']),
  ...of(
    'service/platform/database/backup/read-backup.ts',
    ['if (sealed !== digest) throw damaged()', 'if (false) throw damaged()'],
    ['if (decryption.isRequired && !encrypted)', 'if (false)'],
  ),
  ...of(
    'service/domain/service-backups/backup-schedule.ts',
    ['Math.min(1, checkDays) : checkDays', 'checkDays : checkDays'],
    ['>= retryAfterMs', '>= 0'],
  ),
]

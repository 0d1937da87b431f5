import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  createApprovalCheck,
  findTrailBegin,
  listApprovalLines,
  listRequestsByDigest,
  requestDigestOf,
} from '../domain/approvals/index.ts'
import type { Config } from '../platform/config.ts'
import { readCsv } from '../platform/csv.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { withPlatform } from './command-platform.ts'
import { checkAuditTrail } from './doctor/check-audit-trail.ts'
import { type Finding, ok, problem } from './doctor/finding.ts'
import { readArguments, selectVerb } from './read-arguments.ts'
import { printable } from './terminal.ts'

const usage = `flotilla audit verify
flotilla audit verify --file audit.csv

Verifies the seals of the audit trail and the signatures of approvals. With --file only the signatures, in an exported
audit trail; needs no installation.`

/** Returns 1 if there is a problem. */
export async function run(config: Config, args: string[]): Promise<number> {
  const [verb, rest] = selectVerb({ verify }, args, usage)
  return verb(config, rest)
}

async function verify(config: Config, args: string[]): Promise<number> {
  const { values } = readArguments(args, usage, { file: { type: 'string' } }, 0)
  const findings = values.file === undefined ? await verifyInstallation(config) : [await verifyFile(values.file)]
  for (const { state, subject, text } of findings) console.log(`${state.padEnd(8)} ${subject}: ${printable(text)}`)
  return findings.some(({ state }) => state === 'problem') ? 1 : 0
}

const verifyInstallation = (config: Config): Promise<Finding[]> =>
  withPlatform(config, async ({ connection }) => {
    const db = openDatabase({ ...connection, max: 2 })
    try {
      return [...(await checkAuditTrail(db, config, resolve(config.DATA_DIR))), await verifyApprovals(db)]
    } finally {
      await db.destroy()
    }
  })

const batchSize = 500

/** The signatures, and that the stored requests are those that were signed. */
async function verifyApprovals(db: Database): Promise<Finding> {
  const check = createApprovalCheck(await findTrailBegin(db))
  for (let after = 0; ; ) {
    const lines = await listApprovalLines(db, after, batchSize)
    const digests: string[] = []
    for (const line of lines) {
      const digest = await check.read(line)
      if (digest !== null) digests.push(digest)
    }
    for (const { digest, request } of await listRequestsByDigest(db, digests))
      if (requestDigestOf(request) !== digest)
        check.report.problems.push(`The request with the digest ${digest} was changed.`)
    after = lines.at(-1)?.line ?? after
    if (lines.length < batchSize) return describe(check.report)
  }
}

async function verifyFile(path: string): Promise<Finding> {
  const { rows } = readCsv(await readFile(path, 'utf8'))
  // The newest line is the first.
  const oldest = rows.at(-1)?.cells
  const check = createApprovalCheck(Number(oldest?.[13]) > 1 ? new Date(oldest?.[0] ?? '') : null)
  for (const { cells } of rows.toReversed()) {
    const [at = '', , outcome = '', operation = ''] = cells
    await check.read({ line: Number(cells[13]), at: new Date(at), outcome, operation, subject: cells[11] ?? '' })
  }
  return describe(check.report)
}

const maxListed = 20

function describe({ approved, used, problems }: { approved: number; used: number; problems: string[] }): Finding {
  const more = problems.length > maxListed ? ` And ${problems.length - maxListed} more.` : ''
  if (problems.length > 0) return problem('approvals', `${problems.slice(0, maxListed).join(' ')}${more}`)
  return ok('approvals', `${approved} signed, all signatures are valid; ${used} of them were used, each once`)
}

import { z } from 'zod'
import { isSignatureOf, KeptSignature } from '../access/index.ts'
import { approvalLifetimeMs } from './approval-request.ts'

/** A line of the audit trail, from the database or from its export. */
export interface ApprovalLine {
  line: number
  at: Date
  operation: string
  outcome: string
  subject: string
}

interface ApprovalReport {
  approved: number
  used: number
  /** As sentences. */
  problems: string[]
}

const Approved = KeptSignature.extend({ digest: z.string() })
const Used = z.object({ digest: z.string() })

/**
 * Verifies lines in their order: each approval has a valid signature of its digest, and each call that ran was approved before, once.
 * Needs no database and no network. `trailBegins`: the first line that is left, where retention has removed earlier ones.
 */
export function createApprovalCheck(trailBegins: Date | null = null) {
  const report: ApprovalReport = { approved: 0, used: 0, problems: [] }
  /** Digests of approvals that were not used yet. */
  const open = new Set<string>()
  return {
    report,
    /** The digest of a valid approval. */
    async read({ line, at, operation, outcome, subject }: ApprovalLine): Promise<string | null> {
      if (outcome !== 'ok') return null
      if (operation === 'approve-call') {
        const read = Approved.safeParse(readJson(subject))
        report.approved++
        if (!read.success || !(await isSignatureOf(read.data.digest, read.data))) {
          report.problems.push(`Line ${line}: the signature of the approval is wrong.`)
          return null
        }
        open.add(read.data.digest)
        return read.data.digest
      }
      if (operation !== 'use-approval') return null
      report.used++
      const digest = Used.safeParse(readJson(subject)).data?.digest ?? ''
      // The approval itself may have been removed.
      const isCut = trailBegins !== null && at.getTime() - trailBegins.getTime() < approvalLifetimeMs
      if (!open.delete(digest) && !isCut)
        report.problems.push(`Line ${line}: a call ran without an approval before it, or used one twice.`)
      return null
    },
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

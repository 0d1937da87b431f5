import { stat } from 'node:fs/promises'
import { type AnchorCheck, checkAnchor } from '../../operation/audit-trail/anchor.ts'
import { type AuditKey, findAuditKey } from '../../operation/audit-trail/audit-seal.ts'
import {
  type AuditProblem,
  type AuditReport,
  countSealedLines,
  verifyAuditTrail,
} from '../../operation/audit-trail/verify-store.ts'
import { auditAnchorFile } from '../../platform/audit-anchor-file.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { masterKeyFile, readMasterKeys } from '../../platform/master-key.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const subject = 'audit trail'
const anchorSubject = 'audit anchor'

export type Progress = (verified: number, total: number) => void

/** Verifies every line and the anchor. Reads in batches, so that memory does not depend on the number of lines. */
export async function checkAuditTrail(
  db: Database,
  config: Config,
  dataDir: string,
  progress: Progress = () => {},
): Promise<Finding[]> {
  // Reading the keys would create a missing file.
  if (!config.MASTER_KEY && !(await stat(masterKeyFile(dataDir)).catch(() => null)))
    return [problem(subject, 'The lines cannot be verified without the master key.')]
  const secrets = createSecrets(await readMasterKeys(dataDir, config.MASTER_KEY))
  const key = await findAuditKey({ db, secrets })
  const total = await countSealedLines(db)
  const report = await verifyAuditTrail(db, key, { onProgress: (verified) => progress(verified, total) })
  const path = auditAnchorFile(dataDir)
  return [describeReport(report, key), ...(key ? [describeAnchor(await checkAnchor(db, key, path), report, path)] : [])]
}

function describeReport(report: AuditReport, key: AuditKey | null): Finding {
  const { lines, purged, beforeKey, laterPlain } = report
  if (report.problem) return problem(subject, describeProblem(report.problem, key))
  if (laterPlain)
    return problem(
      subject,
      `${count(laterPlain.lines)} from line ${laterPlain.first} on have no keyed seal: a process of an older Flotilla wrote them, or another program. ` +
        'If all processes are of this version, find out who can write to the database.',
    )
  if (lines === 0 && purged === 0 && report.highest > 0)
    return warning(
      subject,
      `There are no lines, although numbers up to ${report.highest} were used: all lines were removed, or no call has succeeded yet. Compare with a backup and with “audit head” in the logs.`,
    )
  const removed = purged === 0 ? '' : `; ${count(purged)} before them were removed after their retention`
  if (!key) return ok(subject, `${count(lines)}, none changed or removed; the next start adds keyed seals${removed}`)
  const closed = beforeKey
    ? `; ${count(beforeKey.lines)} up to line ${beforeKey.last} are older than the key and closed by line ${key.start.line}`
    : ''
  return ok(subject, `${count(lines)}, none changed or removed${closed}${removed}`)
}

function describeProblem(found: AuditProblem, key: AuditKey | null): string {
  const who = 'Find out who can write to the database.'
  switch (found.kind) {
    case 'wrong line':
      return `Line ${found.line} was changed, or lines before it were removed or replaced. ${who}`
    case 'newest removed':
      return `Lines after line ${found.line} were removed. ${who}`
    case 'other key':
      return key
        ? `Line ${found.line} was sealed with a key that this installation does not have: it is from another installation, or the row "audit key" in instance_secrets was replaced. ${who}`
        : `The row "audit key" in instance_secrets is missing, so the lines from ${found.line} on cannot be verified. Restore it from a backup. ${who}`
    case 'purge record':
      return `The record of lines removed by retention (audit_purged) was changed. ${who}`
  }
}

function describeAnchor({ state, anchor }: AnchorCheck, { last, anchors }: AuditReport, path: string): Finding {
  const restoredYourself = `If you restored the database without flotilla restore, delete ${path}; the service writes a new one.`
  switch (state) {
    case 'missing':
      return last.line === 0
        ? ok(anchorSubject, 'there are no lines yet')
        : warning(
            anchorSubject,
            `${path} is missing, so removed newest lines would not be noticed. The service writes it within ten seconds in the DATA_DIR of each process. If it was there before, find out who removed it.`,
          )
    case 'unreadable':
      return problem(
        anchorSubject,
        `${path} was changed or damaged. Find out who can write to DATA_DIR, then delete it; the service writes a new one.`,
      )
    case 'other key':
      return problem(
        anchorSubject,
        `${path} was written with another key: it is from another installation, or the database was replaced or restored to a time before the key. ${restoredYourself}`,
      )
    case 'newer':
      return problem(
        anchorSubject,
        `${path} has line ${anchor?.line} of ${anchor?.at}, but the newest line is ${last.line}: newer lines were removed, or the database was restored. ${restoredYourself}`,
      )
    case 'different':
      return problem(
        anchorSubject,
        `The database has another line ${anchor?.line} than ${path} of ${anchor?.at}: lines were replaced, or the database was restored. ${restoredYourself}`,
      )
    case 'restored':
      return warning(
        anchorSubject,
        `The database was restored from a backup after ${anchor?.at}, and lines up to ${anchor?.line} that were written after the backup are not in it. The trail records the restore; the running service renews ${path}.`,
      )
    case 'contained':
      return ok(
        anchorSubject,
        `line ${anchor?.line} of ${anchor?.at} is in the trail; the newest line is ${last.line}${describeCreations(anchors)}`,
      )
  }
}

/** Each process creates one in its own folder; another one means that the file was removed or the folder is new. */
const describeCreations = ({ count, last }: AuditReport['anchors']): string =>
  last === null
    ? ''
    : `; an anchor was created ${count === 1 ? 'once' : `${count} times`}, last at ${last.toISOString()}`

const count = (lines: number) => `${lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'}`

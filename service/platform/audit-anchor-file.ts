import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './error-facts.ts'
import { syncFolder } from './sync-folder.ts'

/** The newest known line of the audit trail, stored outside of the database. */
export interface AuditAnchor {
  line: number
  seal: string
  /** ISO time. */
  at: string
  /** The id of the key of the trail. */
  key: string
  /** Authenticates the other values. */
  mac: string
}

export const auditAnchorFile = (dataDir: string) => join(dataDir, 'audit-head.json')

/** undefined: there is no file. null: its content is not an anchor. */
export async function readAuditAnchor(path: string): Promise<AuditAnchor | null | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    const { line, seal, at, key, mac } = JSON.parse(text)
    if (!Number.isSafeInteger(line) || [seal, at, key, mac].some((value) => typeof value !== 'string')) return null
    return { line, seal, at, key, mac }
  } catch {
    return null
  }
}

/** Atomic: processes with the same folder may write at the same time. */
export async function writeAuditAnchor(path: string, anchor: AuditAnchor): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(anchor)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(dirname(path))
}

import type { Context } from '../../operation/context.ts'
import { checkPackage } from './check-package.ts'
import { packageRefused, packageStorageFull, uploadOutOfOrder } from './package-errors.ts'
import {
  countPackages,
  deletePackageRow,
  findPackage,
  findUpload,
  insertPackage,
  insertPart,
  lockPackages,
  type PackageRow,
  updateChecked,
} from './package-store.ts'
import { maxParts, partBytes, StoredZip } from './stored-zip.ts'

const maxPackages = 100
const maxStoredBytes = 1_000_000_000
/** Of one caller. */
const maxUnfinished = 2

export interface PackagePart {
  uploadId: string
  fileName: string
  part: number
  content: Buffer
  isLast: boolean
}

interface ReceivedPart {
  packageId: number
  nextPart: number
  /** The checked package; null while parts are missing. */
  checked: PackageRow | null
}

/** Stores the next part; a part that is stored already is accepted again. The last part starts the check of the whole file. */
export async function receivePackagePart(context: Context, given: PackagePart): Promise<ReceivedPart> {
  const { db, actor, clock } = context
  const { part, content, isLast } = given
  if (content.length > partBytes || (!isLast && content.length !== partBytes) || part >= maxParts)
    throw packageRefused(
      `send at most ${maxParts} parts of ${partBytes.toLocaleString('en')} bytes each; only the last one may be shorter.`,
    )
  const stored = await db.transaction().execute(async (trx) => {
    await lockPackages(trx)
    const known = await findUpload(trx, given.uploadId, actor)
    if (known?.state === 'ready') return { ...known, isReady: true }
    const upload = known ?? { ...(await startUpload(context, trx, given)), parts: 0 }
    if (part > upload.parts) throw uploadOutOfOrder(upload.parts, part)
    if (part === upload.parts) {
      const { bytes } = await countPackages(trx, actor)
      if (bytes + content.length > maxStoredBytes) throw packageStorageFull('All packages together have 1 GB.')
      await insertPart(trx, upload.id, part, content)
      upload.bytes += content.length
    }
    await context.recordChange(trx)
    return { ...upload, parts: Math.max(upload.parts, part + 1), isReady: false }
  })
  const { id, parts, isReady } = stored
  if (isReady) return { packageId: id, nextPart: parts, checked: stored }
  if (!isLast || part + 1 !== parts) return { packageId: id, nextPart: parts, checked: null }
  const zip = new StoredZip(db, stored)
  try {
    const facts = await checkPackage(zip)
    await updateChecked(db, id, { ...facts, sha256: await zip.sha256() })
  } catch (error) {
    await deletePackageRow(db, id)
    throw error
  }
  context.log.info({ package: id, by: actor.name, at: clock.now() }, 'a package was uploaded')
  return { packageId: id, nextPart: parts, checked: (await findPackage(db, id, actor)) ?? null }
}

async function startUpload(
  { actor, clock }: Context,
  trx: Parameters<typeof insertPackage>[0],
  { uploadId, fileName, part }: PackagePart,
): Promise<PackageRow> {
  if (part > 0) throw uploadOutOfOrder(0, part)
  const { packages, unfinished } = await countPackages(trx, actor)
  if (packages >= maxPackages) throw packageStorageFull(`There are ${maxPackages} packages already.`)
  for (const id of unfinished.slice(0, Math.max(0, unfinished.length + 1 - maxUnfinished)))
    await deletePackageRow(trx, id)
  const row = await insertPackage(trx, { uploadId, fileName, uploader: actor }, clock.now())
  // Another caller uses the same id: the parts of two files must not be mixed.
  if (!row) throw packageRefused('its upload_id is in use. Choose another one.')
  return row
}

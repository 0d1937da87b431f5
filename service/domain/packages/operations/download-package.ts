import { z } from 'zod'
import { FileAnswer } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { hashToken } from '../download-address.ts'
import { takeDownload } from '../download-store.ts'
import { downloadNotFound } from '../package-errors.ts'
import { findStoredZip } from '../package-store.ts'
import { StoredZip } from '../stored-zip.ts'

/** Called by sites: the address that Flotilla sent to one site is the credential. */
export const downloadPackage = operation({
  name: 'download-package',
  summary: 'Download an uploaded zip file from the address that a site was given: once, within 15 minutes.',
  effect: 'read',
  permission: 'public',
  input: z.strictObject({ token: z.string().min(1).max(100) }),
  output: z.unknown(),
  answers: ['file'],
}).does(async ({ token }, { db, clock, log, actor }) => {
  const taken = await takeDownload(db, hashToken(token), clock.now())
  const stored = taken && (await findStoredZip(db, taken.package_id))
  if (!taken || !stored) throw downloadNotFound()
  log.info({ package: stored.id, site: taken.site_id, address: actor.address }, 'a site downloads a package')
  const folder = taken.slug.split('/')[0] ?? 'package'
  return new FileAnswer(`${folder}.zip`, 'application/zip', new StoredZip(db, stored).pieces())
})

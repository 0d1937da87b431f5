import { z } from 'zod'
import { FileAnswer } from '../../../operation/answers.ts'
import { operation } from '../../../operation/operation.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { findPicture } from '../audit-store.ts'
import { pictureNotFound } from '../perf-audit-errors.ts'

export const getAuditPicture = operation({
  name: 'get-audit-picture',
  summary: 'Return the small picture of the homepage that the last performance audit took, as a desktop shows it.',
  effect: 'read',
  permission: 'perf-audit.read',
  requires: 'perf-audit',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.unknown(),
  answers: ['file'],
}).does(async ({ site_id_or_domain }, context) => {
  const site = await requireSite(context, site_id_or_domain)
  const picture = await findPicture(context.db, site.id)
  if (!picture) throw pictureNotFound(site.url)
  return new FileAnswer(`homepage-${site.id}.jpg`, 'image/jpeg', picture)
})

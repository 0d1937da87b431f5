import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime } from '../../../operation/shapes.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { UpdateExplanation, upToDate } from '../../update-policies/index.ts'
import { readExplanations } from '../explain-updates.ts'
import { updateTypes } from '../update.ts'
import { listInstalledItems, listPolicyUpdates } from '../update-store.ts'

export const explainSiteUpdates = operation({
  name: 'explain-site-updates',
  summary: 'Explain for every item of a site why it is not updated, or when it will be.',
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    site_id: z.int(),
    items: z.array(
      UpdateExplanation.extend({
        type: z.enum(updateTypes),
        slug: z.string(),
        name: z.string(),
        current_version: z.string(),
        new_version: z.string().nullable().describe('Null: no update is known.'),
      }),
    ),
    total: z.int(),
  }),
}).does(async ({ site_id_or_domain }, context) => {
  const { id } = await requireSite(context, site_id_or_domain)
  const { db } = context
  const [explain, updates, installed] = await Promise.all([
    readExplanations(context, [id]),
    listPolicyUpdates(db, [id]),
    listInstalledItems(db, id),
  ])
  const offered = new Set(updates.map(({ type, slug }) => `${type} ${slug}`))
  const items = [
    ...updates.map((update) => ({ ...pick(update), ...(explain(update) ?? upToDate) })),
    ...installed
      .filter(({ type, slug }) => !offered.has(`${type} ${slug}`))
      .map((item) => ({ ...item, new_version: null, ...upToDate })),
  ].map((item) => ({ ...item, until: isoTime(item.until) }))
  return { site_id: id, items, total: items.length }
})

const pick = ({
  type,
  slug,
  name,
  current_version,
  new_version,
}: Awaited<ReturnType<typeof listPolicyUpdates>>[number]) => {
  return { type, slug, name, current_version, new_version }
}

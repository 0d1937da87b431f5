import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { requireSite } from '../../sites/index.ts'
import { findingFilterInput } from '../findings/finding.ts'
import { listRecords } from '../findings/record-list-store.ts'
import { toVulnerability, Vulnerability } from '../findings/vulnerability.ts'
import { describeKnowledge, Knowledge } from '../knowledge.ts'

export const listVulnerabilities = operation({
  name: 'list-vulnerabilities',
  summary: 'List known vulnerabilities that sites have, by priority, with the number of their sites.',
  effect: 'read',
  permission: 'software.read',
  tool: true,
  input: z.strictObject({
    ...findingFilterInput,
    sort: z
      .enum(['priority', 'published', 'found', 'sites'])
      .default('priority')
      .describe('priority: known attacks, then severity, then sites on which it is active, then the longest exposed.'),
    page,
    per_page: perPage(50, 100),
  }),
  output: paged(Vulnerability).extend({ knowledge: Knowledge }),
}).does(async ({ site_id_or_domain, sort, page, per_page, ...filter }, context) => {
  const { db, actor, clock } = context
  const siteId = site_id_or_domain === undefined ? undefined : (await requireSite(context, site_id_or_domain)).id
  const { rows, total } = await listRecords(db, { ...filter, siteId }, actor.limits, { page, perPage: per_page, sort })
  return {
    items: rows.map(toVulnerability),
    page,
    per_page,
    total,
    knowledge: await describeKnowledge(db, clock.now()),
  }
})

import { z } from 'zod'
import { isoTime, search, timestamp } from '../../../operation/shapes.ts'
import { SiteRef } from '../../sites/index.ts'
import { Severity, severities, VulnerableKind, vulnerabilitySources, vulnerableKinds } from '../entry.ts'
import type { ListedFinding } from './finding-store.ts'

export const findingStates = ['open', 'accepted', 'fixed', 'any'] as const

/** Filters that lists of findings and of vulnerabilities share. */
export const findingFilterInput = {
  state: z
    .enum(findingStates)
    .default('open')
    .describe('open: neither fixed nor accepted. fixed: also those whose record no longer lists the version.'),
  severity: z.array(Severity).max(severities.length).default([]).describe('Empty: every severity.'),
  kind: z
    .array(VulnerableKind)
    .max(vulnerableKinds.length)
    .default([])
    .describe('Empty: plugins, themes and WordPress.'),
  slug: z.string().max(300).optional().describe('The folder, or the slug as installed: forms or forms/forms.php.'),
  search: search.describe('Part of the title, the CVE, the slug or the name.'),
  site_id_or_domain: SiteRef.optional(),
  has_fix: z.boolean().optional().describe('Whether a fixed version above the installed one is known.'),
  is_active: z.boolean().optional().describe('Whether the affected copy is active.'),
  is_exploited: z.boolean().optional().describe('Whether a source knows of attacks.'),
}

export const Acceptance = z.object({
  id: z.int(),
  reason: z.string(),
  accepted_by: z.string(),
  accepted_at: timestamp,
  ends_at: timestamp.nullable(),
})

export const VulnerabilityFinding = z.object({
  id: z.int(),
  vulnerability_id: z.int(),
  site_id: z.int(),
  site_name: z.string(),
  site_url: z.string(),
  kind: VulnerableKind,
  slug: z.string().describe('As installed.'),
  name: z.string(),
  version: z.string().describe('The installed version that is affected.'),
  is_active: z.boolean().describe('An inactive copy can be attacked too, but less often.'),
  sources: z.array(z.enum(vulnerabilitySources)).describe('Those that list this version.'),
  title: z.string(),
  severity: Severity,
  score: z.number().nullable(),
  cve: z.string().nullable(),
  urls: z.array(z.string()),
  is_withdrawn: z.boolean().describe('Every source withdrew it; a person decides.'),
  is_exploited: z.boolean().describe('A source knows of attacks. False: none says so.'),
  fixed_in: z.string().nullable().describe('The lowest fixed version above the installed one.'),
  published_at: timestamp.nullable(),
  state: z.enum(['open', 'accepted', 'fixed']),
  first_seen_at: timestamp,
  seen_at: timestamp.nullable().describe('The last sync of the site.'),
  fixed_at: timestamp.nullable(),
  fixed_how: z
    .enum(['updated', 'removed', 'record_changed'])
    .nullable()
    .describe('record_changed: the sources no longer list the version; nothing changed on the site.'),
  fixed_version: z.string().nullable(),
  acceptance: Acceptance.nullable(),
})
export type VulnerabilityFinding = z.infer<typeof VulnerabilityFinding>

export const toFinding = ({
  record_id,
  published_at,
  first_seen_at,
  seen_at,
  fixed_at,
  acceptance,
  ...row
}: ListedFinding): VulnerabilityFinding => ({
  ...row,
  vulnerability_id: record_id,
  state: fixed_at !== null ? 'fixed' : acceptance === null ? 'open' : 'accepted',
  published_at: isoTime(published_at),
  first_seen_at: isoTime(first_seen_at),
  seen_at: isoTime(seen_at),
  fixed_at: isoTime(fixed_at),
  acceptance: acceptance && {
    ...acceptance,
    accepted_at: isoTime(new Date(acceptance.accepted_at)),
    ends_at: isoTime(acceptance.ends_at === null ? null : new Date(acceptance.ends_at)),
  },
})

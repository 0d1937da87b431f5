import { z } from 'zod'
import type { VersionRange } from './matching/version-range.ts'

export const vulnerabilitySources = ['wordfence', 'wpvulnerability', 'feed', 'file'] as const
export type VulnerabilitySource = (typeof vulnerabilitySources)[number]

export const vulnerableKinds = ['plugin', 'theme', 'core'] as const
export const VulnerableKind = z.enum(vulnerableKinds)
export type VulnerableKind = z.infer<typeof VulnerableKind>

/** From the least to the most severe; `unknown` is treated like medium. */
export const severities = ['none', 'low', 'medium', 'high', 'critical', 'unknown'] as const
export const Severity = z.enum(severities)
export type Severity = z.infer<typeof Severity>

/** For sorting: what is most urgent has the highest rank. Known attacks come before every severity. */
export const urgencyOf = ({ severity, is_exploited }: { severity: Severity; is_exploited: boolean }): number =>
  is_exploited ? 6 : { none: 0, low: 1, unknown: 2, medium: 3, high: 4, critical: 5 }[severity]

/** What one source says about a vulnerability of one plugin, one theme or WordPress. */
export interface VulnerabilityEntry {
  /** As the source names it. */
  id: string
  kind: VulnerableKind
  /** The name in the public directory: the folder of a plugin. */
  slug: string
  title: string
  severity: Severity
  score: number | null
  cve: string | null
  url: string | null
  urls: string[]
  /** The day, and the time if the source has one; UTC. */
  published_on: string | null
  published_at: string | null
  updated_at: string | null
  /** The highest fixed version. */
  fixed_in: string | null
  fixed_versions: string[]
  ranges: VersionRange[]
  /** The source knows of attacks. Missing otherwise, so that most entries stay as they are stored. */
  is_exploited?: true
}

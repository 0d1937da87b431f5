import { z } from 'zod'
import { ownValue } from '../../operation/own-value.ts'

export const issueSeverities = ['high', 'medium', 'low'] as const

export const SecurityIssue = z.object({
  type: z.string(),
  severity: z.enum(issueSeverities),
  message: z.string().describe('The problem and what to do about it.'),
})
export type SecurityIssue = z.output<typeof SecurityIssue>

/** fine-by-itself: fine, but not by a setting of ours. unfixable: an issue that a fix did not remove. */
const checkStates = ['fine', 'issue', 'fine-by-itself', 'unfixable'] as const
export const SecurityCheckState = z.enum(checkStates)
/** unfixable is an issue, too. */
export const isPassed = (state: z.output<typeof SecurityCheckState>) => state === 'fine' || state === 'fine-by-itself'
export type SecurityChecks = Record<string, z.output<typeof SecurityCheckState>>

const issueTexts: Record<string, { severity: SecurityIssue['severity']; message: string }> = {
  wp_uptodate: { severity: 'high', message: 'WordPress is not up to date. Update it.' },
  sslprotocol: {
    severity: 'high',
    message: 'The site has no encryption (http). Install a certificate and change its address to https.',
  },
  phpversion_matched: {
    severity: 'high',
    message: 'The site runs a PHP version older than 8.0, which gets no more fixes. Ask its host for a newer one.',
  },
  sec_outdated_plugins: { severity: 'high', message: 'Some plugins are not up to date. Update them.' },
  sec_outdated_themes: { severity: 'medium', message: 'Some themes are not up to date. Update them.' },
  debug_disabled: {
    severity: 'medium',
    message: 'The WordPress debug mode is on. Set WP_DEBUG to false in wp-config.php.',
  },
  php_reporting: {
    severity: 'medium',
    message: 'Visitors can see PHP errors, which help attackers. Switch display_errors off.',
  },
  db_reporting: {
    severity: 'medium',
    message: 'Visitors can see database errors, which help attackers. Switch them off.',
  },
  sec_inactive_plugins: { severity: 'low', message: 'Some plugins are installed but not active. Delete them.' },
  sec_inactive_themes: { severity: 'low', message: 'Some themes are installed but not needed. Delete them.' },
}

const otherIssue = (type: string) => ({
  severity: 'medium' as const,
  message: `The site reports a problem with “${type.replaceAll('_', ' ')}”. Check its security settings.`,
})

const notFixed = ' An attempt to fix it with Flotilla failed; fix it on the site.'

/** The most severe first. */
export function issuesOf(checks: SecurityChecks): SecurityIssue[] {
  return Object.entries(checks)
    .filter(([, state]) => state === 'issue' || state === 'unfixable')
    .map(([type, state]) => {
      const { severity, message } = ownValue(issueTexts, type) ?? otherIssue(type)
      return { type, severity, message: state === 'unfixable' ? message + notFixed : message }
    })
    .sort((one, other) => issueSeverities.indexOf(one.severity) - issueSeverities.indexOf(other.severity))
}

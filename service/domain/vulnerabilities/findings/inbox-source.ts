import { inboxSource } from '../../../operation/inbox-source.ts'
import { type OpenRecordFacts, openRecordRows } from './finding-store.ts'

/** Less severe ones are on the page Security, unless attacks are known. Unknown ones may be severe. */
const severities = ['critical', 'high', 'unknown'] as const

export const openVulnerabilities = inboxSource<OpenRecordFacts>({
  kind: 'vulnerability',
  label: 'Vulnerabilities',
  rank: 20,
  permission: 'software.read',
  time: 'since',
  rows: ({ actor }) => openRecordRows(actor.limits, severities),
  describe: ({ key, facts: { title, severity, is_exploited, name, sites, active, has_fix, fixed_in } }) => ({
    title: `${name} is vulnerable on ${sites === 1 ? '1 site' : `${sites} sites`}`,
    detail: `${is_exploited ? 'Attacks are known. ' : ''}${severity === 'unknown' ? 'Unknown severity' : `Severity ${severity}`}, active on ${active} of ${sites}. ${
      has_fix ? (fixed_in === null ? 'Fixes are known.' : `Fixed in ${fixed_in}.`) : 'No fix is known.'
    } ${title}`,
    path: `/security/vulnerabilities/${key}`,
    button: { label: has_fix ? 'Fix' : 'Decide', path: `/security/vulnerabilities/${key}` },
  }),
})

import { inboxSource } from '../../../operation/inbox-source.ts'
import { type OpenRecordFacts, openRecordRows } from './finding-store.ts'

/** Less severe ones are on the page Security. Unknown ones may be severe. */
const severities = ['critical', 'high', 'unknown'] as const

export const openVulnerabilities = inboxSource<OpenRecordFacts>({
  kind: 'vulnerability',
  label: 'Vulnerabilities',
  rank: 20,
  permission: 'software.read',
  time: 'since',
  rows: ({ actor }) => openRecordRows(actor.limits, severities),
  describe: ({ key, facts: { title, severity, name, sites, active, fixed_in } }) => ({
    title: `${name} is vulnerable on ${sites === 1 ? '1 site' : `${sites} sites`}`,
    detail: `${severity === 'unknown' ? 'Unknown severity' : `Severity ${severity}`}, active on ${active} of ${sites}. ${
      fixed_in === null ? 'No fix is known.' : `Fixed in ${fixed_in}.`
    } ${title}`,
    path: `/security/vulnerabilities/${key}`,
    button: { label: fixed_in === null ? 'Decide' : 'Fix', path: `/security/vulnerabilities/${key}` },
  }),
})

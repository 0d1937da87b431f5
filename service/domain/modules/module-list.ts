/** The optional parts of the service; all are on by default. */
export const modules = [
  { name: 'logs', label: 'Logs', summary: 'The change log of each site.' },
  { name: 'cost-tracker', label: 'Cost Tracker', summary: 'What sites and clients cost, and when it renews.' },
  { name: 'comments', label: 'Comments', summary: 'Comments of all sites, with moderation.' },
  { name: 'ssl-monitor', label: 'SSL monitor', summary: 'Certificates and when they expire.' },
  { name: 'domain-monitor', label: 'Domain monitor', summary: 'Domain registrations and when they expire.' },
  { name: 'perf-audit', label: 'Performance audit', summary: 'How fast and accessible the sites are.' },
  { name: 'reports', label: 'Reports', summary: 'What was done for a site, for its owner.' },
  { name: 'time-tracker', label: 'Time tracker', summary: 'Hours worked for clients.' },
] as const

export type ModuleName = (typeof modules)[number]['name']
export const moduleNames = modules.map(({ name }) => name)

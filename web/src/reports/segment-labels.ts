import type { Option } from '../ui/form/fields.tsx'

/** The parts of a site's report that can be read alone. */
export const segments: readonly Option[] = [
  ['plugins', 'Plugins'],
  ['themes', 'Themes'],
  ['wordpress', 'WordPress'],
  ['pending', 'Pending updates'],
  ['abandoned', 'Abandoned plugins and themes'],
  ['vulnerable', 'Known vulnerabilities'],
  ['website', 'Website'],
  ['uptime', 'Uptime'],
  ['performance', 'Performance'],
  ['sslmonitor', 'Certificate'],
  ['domainmonitor', 'Domain'],
  ['backups', 'Backups'],
  ['maintenance', 'Maintenance'],
  ['posts', 'Posts'],
  ['pages', 'Pages'],
  ['comments', 'Comments'],
  ['users', 'Users'],
  ['media', 'Media'],
  ['menus', 'Menus'],
  ['misc', 'Other changes'],
  ['shopstatus', 'Shop'],
  ['hardening', 'Hardening'],
].map(([value, label]) => ({ value: value!, label: label! }))

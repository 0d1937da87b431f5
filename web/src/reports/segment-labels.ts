import type { Option } from '../ui/form/fields.tsx'
import { reportsTexts } from './reports-texts.ts'

/** The parts of a site's report that can be read alone. */
export const segments: readonly Option[] = [
  ['plugins', reportsTexts.plugins],
  ['themes', reportsTexts.themes],
  ['wordpress', reportsTexts.wordpress],
  ['pending', reportsTexts.pendingUpdates],
  ['abandoned', reportsTexts.abandonedPluginsAndThemes],
  ['vulnerable', reportsTexts.knownVulnerabilities2],
  ['website', reportsTexts.website],
  ['uptime', reportsTexts.uptime],
  ['performance', reportsTexts.performance],
  ['sslmonitor', reportsTexts.certificate],
  ['domainmonitor', reportsTexts.domain],
  ['backups', reportsTexts.backups],
  ['maintenance', reportsTexts.maintenance],
  ['posts', reportsTexts.posts],
  ['pages', reportsTexts.pages],
  ['comments', reportsTexts.comments],
  ['users', reportsTexts.users],
  ['media', reportsTexts.media],
  ['menus', reportsTexts.menus],
  ['misc', reportsTexts.otherChanges],
  ['shopstatus', reportsTexts.shop],
  ['hardening', reportsTexts.hardening],
].map(([value, label]) => ({ value: value!, label: label! }))

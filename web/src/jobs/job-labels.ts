import { labelOf } from '../texts/sentence.ts'
import { jobTypeTexts } from './job-type-texts.ts'

/** Types whose name is not readable. */
const titles: Readonly<Record<string, string | undefined>> = {
  'ssl-check': jobTypeTexts.sslCheck,
  'import-users': jobTypeTexts.importUsers,
  import: jobTypeTexts.importSites,
}

/** Title of a job type: `sync` → "Sync", `check-sites` → "Check sites". */
export const jobTitle = (type: string): string => {
  const text = titles[type] ?? labelOf(type) ?? type.replaceAll(/[-_]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

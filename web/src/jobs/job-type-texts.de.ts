import type { Translation } from '../texts/define-texts.ts'
import type { jobTypeTexts } from './job-type-texts.ts'

export default {
  sslCheck: 'Zertifikatsprüfung',
  importUsers: 'Import von Benutzern',
  importSites: 'Import von Websites',
} satisfies Translation<typeof jobTypeTexts>

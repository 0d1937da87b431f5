import { permissions } from '../../../contract/client.ts'
import { accessTexts } from './access-texts.ts'

// Every role has the first three; only administrators have the last.
const hidden = ['public', 'own', 'account.read', 'modules.read', 'access.manage']

/** The permissions that a custom role can have. */
export const shownPermissions = Object.keys(permissions).filter((name) => !hidden.includes(name))

export const subjectLabel = (subject: string): string =>
  subject.charAt(0).toUpperCase() + subject.slice(1).replaceAll('-', ' ')

/** As "Sites (read), Tags": a subject alone can be changed, too. */
export function describePermissions(given: readonly string[]): string {
  const shown = given.filter((name) => shownPermissions.includes(name))
  const subjects = [...new Set(shown.map((name) => name.split('.')[0] ?? ''))]
  return subjects
    .map((subject) => {
      const label = subjectLabel(subject)
      return shown.includes(`${subject}.manage`) ? label : accessTexts.readOnly({ subject: label })
    })
    .join(', ')
}

import { type AccessProtection, accessProtections } from '../../events/index.ts'

interface ProtectionChange {
  protection: AccessProtection
  by: string
  at: string
}

/** The e-mail to administrators about a change that could give others access. */
export function describeProtectionChange({ protection, by, at }: ProtectionChange) {
  return {
    subject: 'Settings that protect the access to Flotilla were changed',
    paragraphs: [
      `Changed: ${accessProtections[protection]}.`,
      `By ${by}, ${at}.`,
      'If no administrator of yours did this, change it back, end all sessions and check the API keys.',
    ],
  }
}

import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import { trimEndOf } from '../../platform/trim-end.ts'
import {
  type BackupSettings,
  type BackupSettingsRow,
  backupSecretColumn,
  backupTargets,
  findBackupSettings,
} from './backup-settings-store.ts'

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line of text')

function isEndpoint(text: string): boolean {
  if (text === '') return true
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false
  return url.pathname === '/' && !/[?#]/.test(text)
}

export const backupSettingsInput = z.strictObject({
  target: z
    .enum(backupTargets)
    .optional()
    .describe('folder: the folder that the server has in BACKUP_DIR; s3: an S3-compatible storage; none: no backups.'),
  s3_endpoint: line(300)
    .refine(isEndpoint, 'must be the address of the storage, such as https://s3.eu-central-1.amazonaws.com')
    .transform((text) => trimEndOf(text, '/'))
    .optional()
    .meta({ examples: ['https://s3.eu-central-1.amazonaws.com'] }),
  s3_region: line(50)
    .regex(/^[a-z0-9-]+$/, 'must be a region, such as eu-central-1')
    .optional()
    .meta({ examples: ['eu-central-1'] }),
  s3_bucket: line(63)
    .regex(/^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/, 'must be the name of a bucket')
    .optional()
    .meta({ examples: ['agency-backups'] }),
  s3_prefix: line(200)
    .regex(/^([\w-][\w.-]*\/)*$/, 'must be empty, or folders that end with a slash, such as flotilla/')
    .optional()
    .describe('The beginning of the names in the bucket.')
    .meta({ examples: ['flotilla/'] }),
  s3_access_key: line(200).optional(),
  s3_secret: line(500)
    .nullable()
    .optional()
    .describe(
      'Stored sealed and never shown; null removes it. It is removed when the endpoint or the access key change.',
    ),
  interval_hours: z.int().min(1).max(168).optional().describe('24: every day; 168: every Sunday.'),
  start_hour: z.int().min(0).max(23).optional().describe('The hour in UTC.'),
  keep_count: z.int().min(1).max(1000).optional().describe('At most so many backups are kept.'),
  keep_days: z
    .int()
    .min(0)
    .max(3650)
    .optional()
    .describe('Older ones are deleted; 0: none for its age. The newest always stays.'),
  check_days: z
    .int()
    .min(0)
    .max(365)
    .optional()
    .describe('So often a backup is restored into a database of its own and compared; 0: never.'),
})
export type BackupSettingsInput = z.output<typeof backupSettingsInput>

/** The stored settings with these changes; the secret is sealed. */
export async function mergeBackupSettings(
  { db, secrets, clock }: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { s3_secret, ...given }: BackupSettingsInput,
): Promise<{ before: BackupSettings; after: BackupSettingsRow }> {
  const before = await findBackupSettings(db)
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const after: BackupSettingsRow = { ...before, ...defined, changed_at: clock.now() }
  if (s3_secret !== undefined) after.s3_secret = s3_secret ? secrets.seal(s3_secret, backupSecretColumn) : null
  // The secret of one account must not be used for another storage.
  else if (after.s3_endpoint !== before.s3_endpoint || after.s3_access_key !== before.s3_access_key)
    after.s3_secret = null
  if (after.target === 's3')
    for (const name of ['s3_endpoint', 's3_bucket', 's3_access_key'] as const)
      if (after[name] === '') throw invalidInput({ [name]: 'is needed to use an S3-compatible storage' })
  return { before, after }
}

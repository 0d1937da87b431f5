import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import { keepPackageDays, type PackageRow } from './package-store.ts'

const dayMs = 86_400_000

/** Texts of the zip file: its author chose them. */
export const UploadedPackage = z.object({
  package_id: z.int(),
  file_name: z.string(),
  type: z.enum(['plugin', 'theme']),
  slug: z.string().describe('The main file of a plugin, the folder of a theme.'),
  name: z.string(),
  version: z.string(),
  author: z.string(),
  requires_wordpress: z.string(),
  requires_php: z.string(),
  bytes: z.int(),
  unpacked_bytes: z.int(),
  files: z.int(),
  sha256: z.string(),
  uploaded_by: z.string(),
  uploaded_at: timestamp,
  last_used_at: timestamp,
  expires_at: timestamp.describe('It is deleted then, unless it is installed again before.'),
})

export const toUploadedPackage = (row: PackageRow): z.input<typeof UploadedPackage> => ({
  package_id: row.id,
  file_name: row.file_name,
  type: row.type,
  slug: row.slug,
  name: row.name,
  version: row.version,
  author: row.author,
  requires_wordpress: row.requires_wordpress,
  requires_php: row.requires_php,
  bytes: row.bytes,
  unpacked_bytes: row.unpacked_bytes,
  files: row.files,
  sha256: row.sha256,
  uploaded_by: row.user_name,
  uploaded_at: isoTime(row.created_at),
  last_used_at: isoTime(row.used_at),
  expires_at: isoTime(new Date(row.used_at.getTime() + keepPackageDays * dayMs)),
})

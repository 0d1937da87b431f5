import { backupTexts } from './backup-texts.ts'

const rounded = (value: number) => Math.round(value * 10) / 10

/** `12.3 MB`. */
export function byteText(bytes: number): string {
  if (bytes < 1_000) return backupTexts.bytes({ count: bytes })
  if (bytes < 1_000_000) return backupTexts.kilobytes({ count: rounded(bytes / 1_000) })
  if (bytes < 1_000_000_000) return backupTexts.megabytes({ count: rounded(bytes / 1_000_000) })
  return backupTexts.gigabytes({ count: rounded(bytes / 1_000_000_000) })
}

import { call } from '../api/call.ts'
import { pageProblem } from '../api/problem.ts'
import { dumpTexts } from './dump-texts.ts'

/** In base64 a third more; a request has at most 1.6 million characters of it. */
const partBytes = 1_100_000
const maxParts = 500
const maxMegabytes = (partBytes * maxParts) / 1_000_000

/** An upload that can be continued: `sent` counts the parts that the service has. */
export interface DumpUpload {
  id: string
  dump: File
  keys: File | null
  sent: { dump: number; keys: number }
  moveInId: number | null
}

export function newDumpUpload(dump: File, keys: File | null): DumpUpload {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { id, dump, keys, sent: { dump: 0, keys: 0 }, moveInId: null }
}

/** Why these files cannot be used, before anything is sent. */
export async function problemOfFiles(dump: File, keys: File | null): Promise<string | null> {
  for (const file of keys ? [dump, keys] : [dump]) {
    if (file.size === 0) return dumpTexts.empty({ file: file.name })
    if (file.size > partBytes * maxParts) return dumpTexts.tooLarge({ file: file.name, max: maxMegabytes })
  }
  const [first, second] = new Uint8Array(await dump.slice(0, 2).arrayBuffer())
  return first === 0x50 && second === 0x4b ? dumpTexts.isZip({ file: dump.name }) : null
}

/** Sends the parts that are missing. `onProgress` gets the percent of both files. */
export async function uploadDump(
  upload: DumpUpload,
  onProgress: (percent: number, file: string) => void,
): Promise<number> {
  const files = [{ name: 'dump' as const, file: upload.dump }]
  const both = upload.keys ? [...files, { name: 'keys' as const, file: upload.keys }] : files
  const total = both.reduce((sum, { file }) => sum + file.size, 0)
  let before = 0
  for (const { name, file } of both) {
    const parts = Math.ceil(file.size / partBytes)
    while (upload.sent[name] < parts) {
      const part = upload.sent[name]
      const end = Math.min(file.size, (part + 1) * partBytes)
      const content = await toBase64(file, part * partBytes, end)
      const last = part + 1 === parts
      const answer = await call('add-dump-part', { upload_id: upload.id, file: name, part, content, last })
      upload.moveInId = answer.move_in_id
      upload.sent[name] = part + 1
      onProgress(Math.floor((100 * (before + end)) / total), file.name)
    }
    before += file.size
  }
  if (upload.moveInId === null) throw pageProblem(dumpTexts.chooseDump)
  return upload.moveInId
}

/** The file is never in memory as a whole. */
const toBase64 = (file: File, from: number, to: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    // `data:application/octet-stream;base64,…`
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(pageProblem(dumpTexts.notReadable({ file: file.name })))
    reader.readAsDataURL(file.slice(from, to))
  })

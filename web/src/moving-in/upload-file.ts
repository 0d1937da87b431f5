import { call } from '../api/call.ts'
import { pageProblem } from '../api/problem.ts'
import { movingInTexts } from './moving-in-texts.ts'

// A request has at most 2 MB. An upload that continues later, also one of the command line, must cut the file at the same lines.
const partLength = 1_200_000
const firstLine = /^flotilla-export-1 ([0-9a-f]{16}) /
const readBytes = 4 * 1024 * 1024

export interface UploadResult {
  moveInId: number
  complete: boolean
}

/** Whole lines of the file, about a megabyte at a time; the file is never in memory as a whole. */
async function* partsOf(file: Blob): AsyncGenerator<{ lines: string; end: number }> {
  let rest = ''
  // The file is ASCII: characters are bytes.
  let end = 0
  for (let from = 0; from < file.size; from += readBytes) {
    rest += await file.slice(from, from + readBytes).text()
    while (rest.length > partLength) {
      const cut = rest.lastIndexOf('\n', partLength) + 1
      if (cut === 0) throw pageProblem(movingInTexts.lineTooLong)
      end += cut
      yield { lines: rest.slice(0, cut), end }
      rest = rest.slice(cut)
    }
  }
  if (rest !== '') yield { lines: rest, end: file.size }
}

/** Uploads the parts that the service does not have yet. `onProgress` gets the percent of the file. */
export async function uploadFile(file: File, onProgress: (percent: number) => void): Promise<UploadResult> {
  const [, scriptId] = firstLine.exec(await file.slice(0, 100).text()) ?? []
  if (scriptId === undefined) throw pageProblem(movingInTexts.notAnExport)
  let part = 0
  let next = 0
  let result: UploadResult | undefined
  for await (const { lines, end } of partsOf(file)) {
    // The answer to the first part says where an interrupted upload continues.
    if (part >= next) {
      const answer = await call('add-export-part', { script_id: scriptId, part, lines })
      next = answer.next_part
      result = { moveInId: answer.move_in_id, complete: answer.complete }
    }
    onProgress(Math.floor((100 * end) / file.size))
    part++
    if (result?.complete) break
  }
  if (!result) throw pageProblem(movingInTexts.notAnExport)
  if (!result.complete) throw pageProblem(movingInTexts.incompleteFile)
  return result
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const bundle = new URL('../../dist/', import.meta.url)

/**
 * A service that runs from its bundle (scripts/service-bundle.js) adds the source to each line of a stack: the bundle names it in
 * a comment before its code. Source maps would take a tenth of a second at every start, and more at the first error.
 */
export function nameSourcesInStacks(program = process.argv[1]): void {
  if (!program?.startsWith(fileURLToPath(bundle))) return
  const sources = new Map<string, Source[]>()
  // Node formats a stack for each connection that closes with an error, also if it is never read.
  const found = new Map<string, string>()
  const find = (file: string, at: number): string => {
    const known = sources.get(file) ?? readSources(file)
    sources.set(file, known)
    const source = known.findLast(({ line }) => line <= at)
    return source ? ` in ${source.name}` : ''
  }
  const sourceAt = (call: NodeJS.CallSite): string => {
    const [file, line] = [call.getFileName(), call.getLineNumber() ?? 0]
    if (!file?.startsWith(bundle.href)) return ''
    const key = `${line} ${file}`
    const name = found.get(key) ?? find(file, line)
    found.set(key, name)
    return name
  }
  Error.prepareStackTrace = (error, calls) =>
    [String(error), ...calls.map((call) => `    at ${call}${sourceAt(call)}`)].join('\n')
}

interface Source {
  name: string
  line: number
}

// Rolldown writes such a line before the code of each source.
const comment = /^\/\/ (\S+\.\w+)$/

function readSources(file: string): Source[] {
  const lines = readFileSync(new URL(file), 'utf8').split('\n')
  return lines.flatMap((text, index) => {
    const name = comment.exec(text)?.[1]
    return name ? [{ name, line: index + 1 }] : []
  })
}

import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { blankTexts } from './blanks.ts'

/** The project's own files: path from its root → text. */
export type Sources = ReadonlyMap<string, string>

const folders = ['service', 'simulator', 'web', 'cli', 'client', 'contract', 'bench', 'spec', 'scripts', 'deploy']
const skippedFolders = /(^|\/)(node_modules|dist|data|coverage)\//

export async function readSources(root: URL): Promise<Sources> {
  const sources = new Map<string, string>()
  for (const folder of folders) {
    const names = await readdir(new URL(`${folder}/`, root), { recursive: true }).catch(() => [])
    for (const name of names.map((each) => `${folder}/${each.replaceAll('\\', '/')}`).sort()) {
      if (/\.tsx?$/.test(name) && !skippedFolders.test(name))
        sources.set(name, await readFile(new URL(name, root), 'utf8'))
    }
  }
  return sources
}

export interface Import {
  /** Path from the project's root for own files, the package name otherwise. */
  target: string
  own: boolean
  typeOnly: boolean
}

const forms = [
  /\b(?:import|export)\b(?<clause>[^'"`;()]*?)\bfrom\s*(['"])(?<name> *)\2/g,
  /\bimport\s*(['"])(?<name> *)\1/g,
  /\bimport\s*\(\s*(['"])(?<name> *)\1/g,
  /\bdeclare\s+module\s*(?<clause>)(['"])(?<name> *)\2/g,
]

/** Everything a file imports, re-exports, imports dynamically, or declares modules for. */
export function importsOf(path: string, text: string): Import[] {
  const code = blankTexts(text)
  return forms.flatMap((form, index) =>
    [...code.matchAll(form)].map((match) => {
      const end = match.index + match[0].length - 1
      const specifier = text.slice(end - match.groups!.name!.length, end)
      const own = specifier.startsWith('.')
      const target = own ? posix.join(posix.dirname(path), specifier) : specifier
      const isDeclaration = index === forms.length - 1
      return { target, own, typeOnly: isDeclaration || isTypeClause(match.groups?.clause ?? '') }
    }),
  )
}

/** `type X`, or braces in which every name is marked as a type. */
function isTypeClause(clause: string): boolean {
  if (/^\s*type\b(?!\s*,)/.test(clause)) return true
  const [, names] = /^\s*\{([^}]*)\}\s*$/.exec(clause) ?? []
  const listed = (names ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return listed.length > 0 && listed.every((name) => name.startsWith('type '))
}

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /(^|\/)testing\//.test(path)

export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

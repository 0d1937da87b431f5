import type { Sources } from './sources.ts'

/** Words of the first versions that were metaphors or had several meanings; CONTRIBUTING.md says how we write. */
const oldWords = 'told|nobody|somebody|whoever|anybody|house|room|corridor|turnstile|door|lane'
const pattern = new RegExp(`\\b(?:${oldWords})s?\\b`, 'gi')

/** Names that outside programs or stored data fix. */
const fixedNames: Record<string, RegExp> = {
  'The kind of an anonymous actor, stored in audit lines.': /'nobody'/g,
  'The user of every Linux.': /\bnobodyUser\b|\buser `?nobody\b`?/gi,
  'The names of the queues in the database.': /[`']lane-/g,
  'The end of descriptions that earlier versions stored.': /\(nobody can say whether it happened\)/g,
}

/** Folders that still have old words, with how many. The numbers only become smaller; 0 removes the line. */
export const foldersWithOldWords: Record<string, number> = {
  // Mostly visible texts, which "Words, settings, languages" rewrites.
  web: 40,
}

/** Names, comments and test titles use the words of the field. */
export function oldWordsIn(sources: Sources, left: Record<string, number> = foldersWithOldWords): string[] {
  const found = Map.groupBy([...sources].flatMap(wordsOfFile), ({ path }) => folderOf(path, left))
  return [...found].flatMap(([folder, words]) => {
    const allowed = folder === null ? 0 : (left[folder] ?? 0)
    if (words.length <= allowed) return []
    return words.map(({ path, line, word }) => `${path}:${line} has "${word}": use the word of the field.`)
  })
}

const folderOf = (path: string, left: Record<string, number>): string | null =>
  Object.keys(left).find((folder) => path.startsWith(`${folder}/`)) ?? null

function wordsOfFile([path, text]: [string, string]): { path: string; line: number; word: string }[] {
  // These two files quote the words.
  if (/architecture\/(?:word-rules|rules-can-fail\.test)\.ts$/.test(path)) return []
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const free = Object.values(fixedNames).reduce((rest, name) => rest.replace(name, ''), line)
    // `toldAbout` and `told_at` are two words each.
    const apart = free.replace(/([a-z0-9])(?=[A-Z])/g, '$1 ').replaceAll('_', ' ')
    return [...apart.matchAll(pattern)].map(([word]) => ({ path, line: index + 1, word }))
  })
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../service')
/** Parts with at least four words: shorter ones occur in names that users and sites give. */
const isSentence = (part: string) => /^\W*(?:[A-Za-z]{2,}[ ,]+){3,}[A-Za-z]{2,}/.test(part)
/** Not part of answers: tests, commands, and the tests on real sites. */
const notShown = /\.test\.ts$|(?:^|\/)(?:testing|commands|live|contract)\//
const literal = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g

/**
 * The English sentences in the code of the service, without their parameters. A page in another language that contains one shows it
 * untranslated: service/operation/sentences/ needs it, and the page the function `sentence`.
 */
export function serviceSentences(): string[] {
  const found = new Set<string>()
  for (const file of globSync('**/*.ts', { cwd: folder })) {
    if (notShown.test(file.replaceAll('\\', '/'))) continue
    for (const [, plain, template] of readFileSync(join(folder, file), 'utf8').matchAll(literal))
      for (const part of (plain ?? template ?? '').split(/\$\{[^}]*\}/)) if (isSentence(part)) found.add(part.trim())
  }
  return [...found]
}

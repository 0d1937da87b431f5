import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompiledMessage } from 'icu-minify/format'
import { hasTexts, pseudo, readTexts, sources, translations } from './compile-texts.ts'

const marker = /__text__\((["'`])([^"'`]+)\1\)/g

/**
 * Replaces the markers of compile-texts.ts: English stays in `assets`, every other language gets a folder there with all files.
 * A browser loads one of them, so only texts of one language.
 */
export async function writeLanguages(outDir: string): Promise<void> {
  const catalogue = await readCatalogue()
  const folder = join(outDir, 'assets')
  const names = await readdir(folder)
  // English last: it replaces the files with the markers.
  for (const language of [...translations, pseudo, 'en']) {
    const target = language === 'en' ? folder : join(folder, language)
    await mkdir(target, { recursive: true })
    for (const name of names) {
      if (name.endsWith('.js')) {
        const code = await readFile(join(folder, name), 'utf8')
        await writeFile(
          join(target, name),
          code.replace(marker, (_all, _quote, id: string) => scriptOf(id, language)),
        )
      } else if (language !== 'en') await copyFile(join(folder, name), join(target, name))
    }
  }

  function scriptOf(id: string, language: string): string {
    const compiled = catalogue.get(id)?.[language]
    if (compiled === undefined) throw new Error(`The text “${id}” does not exist in ${language}.`)
    return JSON.stringify(compiled)
  }
}

async function readCatalogue(): Promise<Map<string, Record<string, CompiledMessage>>> {
  const files = (await readdir(sources, { recursive: true })).filter(hasTexts).map((file) => join(sources, file))
  const read = files.map(async (path) => readTexts(path, await readFile(path, 'utf8')).entries)
  return new Map((await Promise.all(read)).flat().map(({ id, compiled }) => [id, compiled]))
}

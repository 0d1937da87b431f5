import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import composed from './composed.de.json' with { type: 'json' }
import german from './de.json' with { type: 'json' }
import { translateSentence } from './sentences.ts'
import { createTranslator } from './translate-sentences.ts'

const translate = createTranslator({
  'Paused by {user}.': 'Angehalten von {user}.',
  '{name} {version} is back.': '{name} {version} ist wieder da.',
  'The host of this site updates WordPress itself.': 'Der Hoster aktualisiert WordPress selbst.',
  'It could not be undone: {reason}': 'Nicht rückgängig gemacht: {reason}',
  'of all sites': 'für alle Websites',
  'No updates, by the policy {scope}.': 'Keine Aktualisierungen laut Richtlinie {scope}.',
  'It is empty. Check the site.': 'Sie ist leer. Prüfen Sie die Website.',
})

describe('sentences of the service', () => {
  it.each([
    ['Paused by Anna.', 'Angehalten von Anna.'],
    ['Akismet 5.3 is back.', 'Akismet 5.3 ist wieder da.'],
    ['No updates, by the policy of all sites.', 'Keine Aktualisierungen laut Richtlinie für alle Websites.'],
    ['It could not be undone: Paused by {name}.', 'Nicht rückgängig gemacht: Angehalten von {name}.'],
    ['Paused by Anna. It is empty. Check the site.', 'Angehalten von Anna. Sie ist leer. Prüfen Sie die Website.'],
    ['Paused by St. Anna.', 'Angehalten von St. Anna.'],
    ['A note of a user. Paused by Anna.', 'A note of a user. Angehalten von Anna.'],
    ['Paused', 'Paused'],
    ['', ''],
  ])('translates “%s”', (english, expected) => {
    expect(translate(english)).toBe(expected)
  })

  it('takes linear time for a text that repeats parts of templates', () => {
    const long = 'Paused by '.repeat(100_000)
    expect(translate(long)).toBe(long)
  })

  it('stay English for readers of English', () => {
    expect(translateSentence('The site is in maintenance.')).toBe('The site is in maintenance.')
    expect(translateSentence('The site is in maintenance.', 'de')).toBe('Die Website ist in Wartung.')
  })

  it('have the same parameters in German', () => {
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
    for (const [english, translated] of Object.entries({ ...german, ...composed }))
      expect(names(translated), english).toEqual(names(english))
  })

  // Those of composed.de.json are put together from parts.
  it('are sentences that the service writes', () => {
    const folder = join(import.meta.dirname, '../..')
    const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !/\.test\.ts$|testing\//.test(file))
    const source = files
      .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/\\(['"`])/g, '$1'))
      .join('\n')
    // Parts of a sentence can be in several places.
    const isWritten = (template: string) =>
      template
        .split(/\{\w+\}|(?<=[.:;]) /)
        .map((part) => part.trim())
        .filter((part) => /\w/.test(part))
        .every((part) => source.includes(part))
    expect(Object.keys(german).filter((template) => !isWritten(template))).toEqual([])
  })
})

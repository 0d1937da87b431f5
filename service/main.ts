import { explainError } from './commands/explain-error.ts'
import { type Config, readConfig } from './platform/config.ts'
import { nameSourcesInStacks } from './platform/name-sources.ts'

interface Command {
  /** Gets the configuration and the arguments after the command's name; returns the exit code if it is not 0. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands have nothing to say but that they are done
  run(config: Config, args: string[], commands: readonly string[]): Promise<number | void>
}

// Loaded when used: `flotilla backup` does not load the web server.
const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  serve: {
    summary: 'Start the service (ROLE: all, api or worker).',
    load: () => import('./commands/serve.ts'),
  },
  demo: {
    summary: 'Start a demo with simulated sites and sample data (DEMO_SITES, default 25).',
    load: () => import('./commands/demo.ts'),
  },
  migrate: { summary: 'Apply pending database migrations and exit.', load: () => import('./commands/migrate.ts') },
  users: {
    summary: 'Add and list users, reset passwords and second factors.',
    load: () => import('./commands/users.ts'),
  },
  keys: { summary: 'Create, list and revoke API keys.', load: () => import('./commands/keys.ts') },
  clients: {
    summary: 'Export clients to a CSV file, or import them from one.',
    load: () => import('./commands/clients.ts'),
  },
  costs: { summary: 'Export costs to a CSV file, or import them from one.', load: () => import('./commands/costs.ts') },
  vulnerabilities: {
    summary: 'Import known vulnerabilities from a file, or read the feed now.',
    load: () => import('./commands/vulnerabilities.ts'),
  },
  takeover: {
    summary: 'Move all sites from the established dashboard to Flotilla.',
    load: () => import('./commands/takeover.ts'),
  },
  export: {
    summary: 'Export all data as JSON lines and CSV.',
    load: () => import('./commands/export.ts'),
  },
  backup: {
    summary: 'Back up the database to a file while the service runs.',
    load: () => import('./commands/backup.ts'),
  },
  restore: { summary: 'Restore a backup into an empty database.', load: () => import('./commands/restore.ts') },
  'rotate-master-key': {
    summary: 'Encrypt all secrets with a new master key.',
    load: () => import('./commands/rotate-master-key.ts'),
  },
  call: {
    summary: 'Run any operation of an installation over its API: flotilla call list-sites --format ids.',
    load: () => import('./commands/call.ts'),
  },
  login: {
    summary: 'Get an API key for an installation; you confirm a code in its dashboard.',
    load: () => import('./commands/login.ts'),
  },
  profile: {
    summary: 'Add, list and remove installations for the command call.',
    load: () => import('./commands/profile.ts'),
  },
  mcp: {
    summary: 'Connect an MCP client over standard input and output with an installation.',
    load: () => import('./commands/mcp.ts'),
  },
  audit: {
    summary: 'Verify the audit trail and the signatures of approvals.',
    load: () => import('./commands/audit.ts'),
  },
  completion: {
    summary: 'Print the completion script for bash or zsh.',
    load: () => import('./commands/completion.ts'),
  },
  doctor: { summary: 'Check the installation and suggest fixes.', load: () => import('./commands/doctor.ts') },
}

async function main([name = 'help', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return (await (await command.load()).run(readConfig(process.env), args, Object.keys(commands))) ?? 0
  const helpRequested = ['help', '--help', '-h'].includes(name)
  const lines = Object.entries(commands).map(([commandName, { summary }]) => `  ${commandName.padEnd(18)} ${summary}`)
  console.log(`${helpRequested ? '' : `There is no command ${name}.\n\n`}flotilla <command>\n\n${lines.join('\n')}`)
  return helpRequested ? 0 : 2
}

nameSourcesInStacks()

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    const { text, code } = explainError(error)
    console.error(text)
    // Open connections must not keep a failed command alive.
    process.exit(code)
  },
)

import { UsageError } from './commands/usage-error.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'

interface Command {
  /** Gets the configuration and the words behind the command's name. */
  run(config: Config, words: string[]): Promise<void>
}

// Loaded when used: `flotilla keys create` need not load the web server.
const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  serve: { summary: 'Start the service (ROLE: all, api or worker).', load: () => import('./commands/serve.ts') },
  migrate: { summary: 'Bring the database up to date and stop.', load: () => import('./commands/migrate.ts') },
}

async function main([name = 'help', ...words]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) {
    await (await command.load()).run(readConfig(process.env), words)
    return 0
  }
  const asked = ['help', '--help', '-h'].includes(name)
  const lines = Object.entries(commands).map(([word, { summary }]) => `  ${word.padEnd(18)} ${summary}`)
  console.log(`${asked ? '' : `There is no command ${name}.\n\n`}flotilla <command>\n\n${lines.join('\n')}`)
  return asked ? 0 : 2
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    console.error(error instanceof ConfigError || error instanceof UsageError ? error.message : error)
    process.exitCode = 1
  },
)

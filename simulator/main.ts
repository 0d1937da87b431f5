import { help, readCommandLine } from './command-line.ts'
import { startControl } from './control/server.ts'
import { startFleet } from './fleet.ts'

/** The simulator as a program. */
async function main(args: readonly string[]): Promise<void> {
  const command = readCommandLine(args)
  if (!command) return console.log(help)
  const fleet = await startFleet(command.fleet)
  const control = await startControl(fleet, command.controlPort)
  const { sites } = fleet
  const shown = sites.length > 6 ? [...sites.slice(0, 3), null, ...sites.slice(-1)] : sites
  for (const site of shown) console.log(site ? `  ${site.url}  ${site.title} (${site.behaviour})` : '  …')
  console.log(`${sites.length} simulated ${sites.length === 1 ? 'site' : 'sites'} on port ${fleet.port}.`)
  console.log(`Administrator: ${fleet.admin.login}   Password: ${fleet.admin.password}`)
  console.log(`Control: ${control.url}/sites`)
  console.log('Stop with Ctrl-C.')
  const stop = () => {
    void Promise.all([fleet.close(), control.close()]).then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

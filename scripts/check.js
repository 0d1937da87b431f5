// `npm run check`: all static checks. All steps run; one failure fails the check.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'

const steps = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'] },
  { name: 'types of the dashboard', args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'web'] },
  { name: 'lint and format', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  // Our own rules: each service/testing/check-<name>.ts is a step that fails by its exit code.
  ...readdirSync('service/testing')
    .map((file) => /^check-(.+)\.ts$/.exec(file))
    .filter((match) => match !== null)
    .map(([file, name]) => ({ name: name.replaceAll('-', ' '), args: [`service/testing/${file}`] })),
]

/** Two at a time would not be faster: the first two steps use all cores. */
for (const { name, args } of steps) {
  const { code, output } = await run(args)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
  if (code === 0) continue
  console.log(output)
  process.exitCode = 1
}

function run(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

// `npm run check`: all static checks. All steps run; one failure fails the check.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'

// The compiler checks with four threads by default, which read many types again: that takes 60 % more processor time than one thread.
const threads = Math.min(4, Math.ceil(availableParallelism() / 2))
const types = ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', String(threads), '-p']

const steps = [
  { name: 'types', args: [...types, '.'] },
  { name: 'types of the dashboard', args: [...types, 'web'] },
  { name: 'lint and format', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  // Our own rules: each service/testing/check-<name>.ts is a step that fails by its exit code.
  ...readdirSync('service/testing')
    .map((file) => /^check-(.+)\.ts$/.exec(file))
    .filter((match) => match !== null)
    .map(([file, name]) => ({ name: name.replaceAll('-', ' '), args: [`service/testing/${file}`] })),
]

// Side by side, because each of our own rules uses one core only.
const waiting = [...steps]
const runWaiting = async () => {
  for (let step = waiting.shift(); step; step = waiting.shift()) report(step, await run(step.args))
}
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))

function report({ name }, { code, output }) {
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
  if (code === 0) return
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

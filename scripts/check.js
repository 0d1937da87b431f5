// `npm run check`: everything about the code that can be judged without running it. All steps run; one failure fails the whole.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'

const steps = [
  { name: 'types', words: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'] },
  { name: 'types of the dashboard', words: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'web'] },
  { name: 'lint and format', words: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  // Rules of our own: each service/testing/check-<name>.ts is a step and says by its exit code whether it holds.
  ...readdirSync('service/testing')
    .map((file) => /^check-(.+)\.ts$/.exec(file))
    .filter((match) => match !== null)
    .map(([file, name]) => ({ name: name.replaceAll('-', ' '), words: [`service/testing/${file}`] })),
]

/** Two at a time would not be faster: the first two steps use all cores. */
for (const { name, words } of steps) {
  const { code, output } = await run(words)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
  if (code === 0) continue
  console.log(output)
  process.exitCode = 1
}

function run(words) {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

// Runs a PHP file of a folder in PHP compiled to WebAssembly: node run-php-wasm.js <modules> <version> <folder> <file>
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [modules, version, folder, file] = process.argv.slice(2)
const load = (name) => import(pathToFileURL(createRequire(join(modules, 'package.json')).resolve(name)).href)
const { loadPHPRuntime, PHP } = await load('@php-wasm/universal')
const { getPHPLoaderModule } = await load(`@php-wasm/node-${version}`)
const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule(), { processId: 1 }))

function copy(from, to) {
  php.mkdir(to)
  for (const name of readdirSync(from)) {
    const path = join(from, name)
    if (statSync(path).isDirectory()) copy(path, `${to}/${name}`)
    else php.writeFile(`${to}/${name}`, readFileSync(path))
  }
}
copy(folder, '/test')

const read = async (stream) => Buffer.concat(await Array.fromAsync(stream, (part) => Buffer.from(part)))
const response = await php.cli([
  'php',
  '-d',
  'memory_limit=64M',
  '-d',
  'error_reporting=-1',
  '-d',
  'display_errors=stderr',
  `/test/${file}`,
])
const [stdout, stderr] = await Promise.all([read(response.stdout), read(response.stderr)])
process.stdout.write(stdout)
process.stderr.write(stderr)

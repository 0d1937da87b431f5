// Runs PHP files in PHP compiled to WebAssembly: node run-php-wasm.js <modules> <version>
// Reads {folder, file} as lines of JSON, stores changes in the folder, and prints {stdout, stderr}.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [modules, version] = process.argv.slice(2)
const load = (name) => import(pathToFileURL(createRequire(join(modules, 'package.json')).resolve(name)).href)
const { loadPHPRuntime, PHP } = await load('@php-wasm/universal')
const { getPHPLoaderModule } = await load(`@php-wasm/node-${version}`)
const loader = await getPHPLoaderModule()
// Compiled once: each run gets a new instance.
const compiled = await WebAssembly.compile(readFileSync(loader.dependencyFilename))
const instantiateWasm = (imports, receive) =>
  void WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled))

function copyIn(php, from, to) {
  php.mkdir(to)
  for (const name of readdirSync(from)) {
    const path = join(from, name)
    if (statSync(path).isDirectory()) copyIn(php, path, `${to}/${name}`)
    else php.writeFile(`${to}/${name}`, readFileSync(path))
  }
}

function copyBack(php, from, to) {
  mkdirSync(to, { recursive: true })
  const names = php.listFiles(from)
  for (const name of readdirSync(to)) if (!names.includes(name)) rmSync(join(to, name), { recursive: true })
  for (const name of names) {
    if (php.isDir(`${from}/${name}`)) copyBack(php, `${from}/${name}`, join(to, name))
    else writeFileSync(join(to, name), php.readFileAsBuffer(`${from}/${name}`))
  }
}

const read = async (stream) => Buffer.concat(await Array.fromAsync(stream, (part) => Buffer.from(part))).toString()
const flags = ['memory_limit=64M', 'error_reporting=-1', 'display_errors=stderr'].flatMap((flag) => ['-d', flag])

async function run({ folder, file }) {
  const php = new PHP(await loadPHPRuntime(loader, { processId: 1, instantiateWasm }))
  copyIn(php, folder, '/test')
  const response = await php.cli(['php', ...flags, `/test/${file}`])
  const [stdout, stderr] = await Promise.all([read(response.stdout), read(response.stderr)])
  copyBack(php, '/test', folder)
  return { stdout, stderr }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`)
process.exit()

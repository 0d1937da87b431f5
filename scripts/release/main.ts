// `npm run release [-- <folder>]`: creates the tarball that people install, its checksum and its list of packages.
import { stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { buildRelease } from './build-release.ts'

const folder = resolve(process.argv[2] ?? 'release')
const { tarball, files } = await buildRelease(folder)
const megabytes = ((await stat(tarball)).size / 1e6).toFixed(1)
console.log(
  `${relative('', tarball)}: ${files} files, ${megabytes} MB. Its checksum and list of packages (CycloneDX) are beside it.`,
)

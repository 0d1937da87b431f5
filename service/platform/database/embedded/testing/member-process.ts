// A process that uses the embedded database until it receives a message to stop, for tests with several processes.
import { once } from 'node:events'
import { startEmbedded, startScratch } from '../../embedded.ts'
import { fastButDurable } from './members.ts'

const [dataDir] = process.argv.slice(2)
const database = dataDir ? await startEmbedded({ dataDir, settings: fastButDurable }) : await startScratch()
console.log(JSON.stringify({ url: database.url, socketDir: database.socketDir }))
await once(process.stdin, 'data')
await database.leave()
process.exit()

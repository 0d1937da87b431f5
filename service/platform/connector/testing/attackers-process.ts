import { type FaultName, type FaultOptions, startFleet } from '../../../../simulator/index.ts'

/** Hostile sites in a separate process; reports their addresses to its parent. */
const { publicKeyPem, faults } = JSON.parse(process.argv[2]!) as {
  publicKeyPem: string
  faults: (FaultOptions & { name: FaultName })[]
}
const connect = { publicKeys: [publicKeyPem], server: 'https://fleet.example/' }
const fleet = await startFleet({ sites: faults.length, baseAddress: '127.11.0.1', connect })
for (const [index, { name, ...options }] of faults.entries()) await fleet.sites[index]!.setFault(name, options)
process.send!(fleet.sites.map(({ url }) => url))
process.on('disconnect', () => process.exit())

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findDebianProgram } from '../../../testing/debian-programs.ts'
import { findPhpWasm } from '../../../testing/php/php-wasm.ts'
import { phpOfDebian, type RunPhp } from '../../../testing/php/run-php.ts'
import { describeIf } from '../../../testing/requirements.ts'
import { compareVersions } from './versions.ts'

const debian = await findDebianProgram('php8.2', 'php8.2-cli')
const php: RunPhp | string =
  typeof debian === 'string' ? await findPhpWasm('8-5') : phpOfDebian(debian.path, debian.environment)

/** Releases of plugins, and whatever else authors write into the version header. */
const versions = [
  ...['', '0', '1', '01', '1.0', '1.0.0', '1.00', '1.0.1', '1.10', '1.9', '2', '10', '6.4.1', '20241017', '2024.10.17'],
  ...[
    '1.0-dev',
    '1.0-alpha',
    '1.0a',
    '1.0-beta',
    '1.0-beta2',
    '1.0b10',
    '1.0-RC',
    '1.0-RC1',
    '1.0rc1',
    '1.0pl1',
    '1.0p',
  ],
  ...['1.0-Beta', '1.0-ALPHA2', '1.0-rc.1', '1.0.0-beta.11', '1.0-patch', '1.0-preview', '1.0-build7', '1.0-final'],
  ...[
    'v1.0',
    'V2',
    'x',
    'dev-master',
    'trunk',
    '1.x',
    '1.0.x-dev',
    '-1',
    '.5',
    '1.',
    '1..2',
    '1-',
    '+1',
    '_1',
    '1_0',
    '1+0',
  ],
  ...['1.0~rc1', '1.0 beta', '1,0', '1.0(beta)', '1.0é2', '1.0#2', '#', '1.0/2', '9223372036854775807.1'],
  ...[
    '9223372036854775808.1',
    '99999999999999999999999',
    '1.0.0.0.0.0.1',
    '3.0.0-20240101120000',
    '1.2.3.4.5',
    '0.0.0',
  ],
]
const pairs = versions.flatMap((one) => versions.map((other) => [one, other] as const))

describeIf({ present: typeof php !== 'string', name: 'PHP' })('compareVersions', () => {
  it(`gives the order of PHP's version_compare for ${pairs.length} pairs`, { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'version-order-'))
    try {
      const list = JSON.stringify(versions).replaceAll('\\', '\\\\').replaceAll("'", "\\'")
      const code = `<?php $all = json_decode('${list}'); $out = [];
        foreach ($all as $one) foreach ($all as $other) $out[] = version_compare($one, $other); echo json_encode($out);`
      await writeFile(join(folder, 'order.php'), code)
      const { stdout } = await (php as RunPhp)(folder, 'order.php')
      const orders: number[] = JSON.parse(stdout)
      expect(orders.length).toBe(pairs.length)
      const different = pairs.flatMap(([one, other], index) =>
        compareVersions(one, other) === orders[index]
          ? []
          : [{ one, other, php: orders[index], ours: compareVersions(one, other) }],
      )
      expect(different).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

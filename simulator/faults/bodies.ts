import { send } from '../http/exchange.ts'
import { json } from '../php/values.ts'
import { decorate } from './decorate.ts'
import type { FaultType } from './fault-type.ts'

const notice =
  '<br />\n<b>Deprecated</b>:  Creation of dynamic property Foo::$bar is deprecated in <b>/var/www/html/wp-content/plugins/foo/foo.php</b> on line <b>42</b><br />\n'
const placeholder = 'INVALID-BYTES-HERE'
const invalidBytes = Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0xf0, 0x28, 0x8c, 0xbc])

const withRawBytes = (text: string): Buffer => {
  const parts = text
    .split(placeholder)
    .flatMap((part, index) => [...(index > 0 ? [invalidBytes] : []), Buffer.from(part)])
  return Buffer.concat(parts)
}

/** Answers whose form is broken. */
export const bodies = {
  'no-marker': {
    summary: 'An ordinary page with 200 and no marker.',
    instead: (exchange) => send(exchange, 200, {}, '<!DOCTYPE html><html><body><p>Welcome.</p></body></html>'),
  },
  'noise-around': {
    summary: 'PHP notices before and after the marker.',
    wraps: (body) => Buffer.concat([Buffer.from(notice.repeat(20)), body, Buffer.from(`\n${notice}<!-- cached -->`)]),
  },
  'false-marker': {
    summary: 'Another marker with rubbish in front of the real one.',
    wraps: (body) => Buffer.concat([Buffer.from('<mainwp>bm90IGpzb24=</mainwp>\n'), body]),
  },
  'unclosed-marker': {
    summary: 'The closing marker is missing.',
    wraps: (body) => body.subarray(0, body.length - '</mainwp>'.length),
  },
  'invalid-base64': {
    summary: 'What is in the marker is not base64.',
    wraps: () => Buffer.from('<mainwp>***&&& not base64 !!!</mainwp>'),
  },
  'invalid-json': { summary: 'What is in the marker is not JSON.', writes: (payload) => json(payload).slice(0, -3) },
  'json-text': { summary: 'The payload is a bare text.', alters: () => 'hello' },
  'json-null': { summary: 'The payload is null.', alters: () => null },
  'php-serialized': {
    summary: 'The payload is PHP-serialised, with an object in it.',
    writes: () =>
      'a:2:{s:7:"version";s:3:"6.1";s:4:"evil";O:21:"Requests_Utility_Hook":1:{s:8:"callback";s:6:"system";}}',
  },
  'deep-json': {
    summary: 'JSON nested very deep (count, 100,000 unless given).',
    writes: (_, { count = 100_000 }) => `{"plugins":${'['.repeat(count)}${']'.repeat(count)}}`,
  },
  'nan-numbers': {
    summary: 'NaN and Infinity among the numbers, which is no JSON.',
    writes: (payload) => json(payload).replace(/:\d+([,}])/g, ':NaN$1'),
  },
  'infinite-numbers': {
    summary: 'Numbers like 1e999 and -0, which JSON allows.',
    writes: (payload) => json(payload).replace(/:\d+([,}])/g, ':1e999$1'),
  },
  'invalid-utf8': {
    summary: 'Bytes in names that are not UTF-8.',
    writes: (payload) => withRawBytes(json(decorate(payload, (text) => `${text} ${placeholder}`))),
  },
  'duplicate-keys': {
    summary: 'The same keys twice in one object.',
    writes: (payload) => `{"version":"0.0","plugins":[],"siteurl":"http://first.example",${json(payload).slice(1)}`,
  },
  'proto-keys': {
    summary: 'Keys such as __proto__ and constructor.',
    writes: (payload) =>
      `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${json(payload).slice(1)}`,
  },
} as const satisfies Record<string, FaultType>

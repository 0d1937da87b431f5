/** A tar archive as `tar --format=ustar` writes it. */
export function writeTar(files: Record<string, string | Buffer>, links: Record<string, string> = {}): Buffer {
  const entries = [
    header('pk/', 0, '5'),
    ...Object.entries(files).flatMap(([path, content]) => {
      const bytes = Buffer.from(content)
      return [header(path, bytes.length, '0'), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
    }),
    ...Object.entries(links).map(([path, target]) => header(path, 0, '2', target)),
  ]
  return Buffer.concat([...entries, Buffer.alloc(1024)])
}

function header(path: string, size: number, type: string, target = ''): Buffer {
  const block = Buffer.alloc(512)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  const cut = path.length > 100 ? path.indexOf('/', path.length - 101) : -1
  block.write(cut < 0 ? path : path.slice(cut + 1), 0)
  block.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(1_794_700_800, 12), 100)
  block.write('        ', 148)
  block.write(type, 156)
  block.write(target, 157)
  block.write('ustar\x0000', 257)
  if (cut > 0) block.write(path.slice(0, cut), 345)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

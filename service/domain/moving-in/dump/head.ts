/** What the first two bytes of a file say about it. */
export async function withHead(
  bytes: AsyncIterable<Buffer>,
): Promise<{ head: 'gzip' | 'zip' | 'other'; whole: AsyncGenerator<Buffer> }> {
  const pieces = bytes[Symbol.asyncIterator]()
  let first: Buffer = Buffer.alloc(0)
  while (first.length < 2) {
    const { done, value } = await pieces.next()
    if (done) break
    first = Buffer.concat([first, value])
  }
  async function* whole() {
    yield first
    for (;;) {
      const { done, value } = await pieces.next()
      if (done) return
      yield value
    }
  }
  const isGzip = first[0] === 0x1f && first[1] === 0x8b
  const isZip = first[0] === 0x50 && first[1] === 0x4b
  return { head: isGzip ? 'gzip' : isZip ? 'zip' : 'other', whole: whole() }
}

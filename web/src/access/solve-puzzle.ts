/** Pages over http have no crypto.subtle, and its calls cost more than these short hashes. */
const primes = (() => {
  const found: number[] = []
  for (let number = 2; found.length < 64; number++) if (found.every((prime) => number % prime !== 0)) found.push(number)
  return found
})()
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const begin = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const schedule = new Int32Array(64)

const right = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function addBlock(state: Int32Array, bytes: DataView, at: number): void {
  for (let index = 0; index < 16; index++) schedule[index] = bytes.getInt32(at + index * 4)
  for (let index = 16; index < 64; index++) {
    const before = schedule[index - 15]!
    const late = schedule[index - 2]!
    const low = right(before, 7) ^ right(before, 18) ^ (before >>> 3)
    const high = right(late, 17) ^ right(late, 19) ^ (late >>> 10)
    schedule[index] = (schedule[index - 16]! + low + schedule[index - 7]! + high) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let index = 0; index < 64; index++) {
    const high = right(e, 6) ^ right(e, 11) ^ right(e, 25)
    const first = (h + high + ((e & f) ^ (~e & g)) + constants[index]! + schedule[index]!) | 0
    const low = right(a, 2) ^ right(a, 13) ^ right(a, 22)
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}

/** SHA-256 of texts of ASCII. */
export function sha256(text: string): Int32Array {
  const blocks = Math.ceil((text.length + 9) / 64)
  const bytes = new DataView(new ArrayBuffer(blocks * 64))
  for (let index = 0; index < text.length; index++) bytes.setUint8(index, text.charCodeAt(index))
  bytes.setUint8(text.length, 0x80)
  bytes.setUint32(blocks * 64 - 4, text.length * 8)
  const state = begin.slice()
  for (let block = 0; block < blocks; block++) addBlock(state, bytes, block * 64)
  return state
}

const sliceMs = 30

/** `<bits>.<expires>.<random>.<seal>` with a solution behind it: the hash of the whole begins with so many zero bits. */
export async function solvePuzzle(puzzle: string): Promise<string> {
  const bits = Number.parseInt(puzzle, 10)
  let sliceEnds = performance.now() + sliceMs
  for (let number = 0; ; number++) {
    const solution = `${puzzle}.${number.toString(36)}`
    if (Math.clz32(sha256(solution)[0]!) >= bits) return solution
    if (number % 64 === 0 && performance.now() > sliceEnds) {
      await new Promise((resolve) => setTimeout(resolve))
      sliceEnds = performance.now() + sliceMs
    }
  }
}

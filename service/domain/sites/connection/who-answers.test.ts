import { expect, it } from 'vitest'
import { whoAnswers } from './who-answers.ts'

const ours = 'https://a.example/'

it.each([
  ['the same address', ['http://www.a.example', 'http://www.a.example'], [ours, ''], 'itself'],
  ['WordPress in a folder', ['https://a.example/wp', 'https://a.example'], [ours, ''], 'itself'],
  ['the address that it always reported', ['https://inside.example'], [ours, 'https://inside.example'], 'itself'],
  ['another host', ['https://b.example', 'https://b.example'], [ours, ''], 'another'],
  ['another port', ['http://10.0.0.1:81'], ['http://10.0.0.1:80/', ''], 'another'],
  ['another path of the host', ['https://a.example/two'], ['https://a.example/one/', ''], 'unknown'],
  ['no answer', [], [ours, ''], 'unknown'],
  ['no address', ['mailto:x', 'x y'], [ours, ''], 'unknown'],
])('%s', (_, named, known, expected) => {
  expect(whoAnswers(named, known)).toBe(expected)
})

import { cyclic } from '../cyclic.ts'
import type { User } from '../site/model.ts'

const firstNames = (
  'Anna Ben Clara David Emma Felix Greta Hugo Ida Jonas Klara Leo Maria Noah Olivia Paul Rosa Simon Thea Viktor ' +
  'Amir Beatriz Chidi Daria Esra Farid Hana Ivo Jun Kemal Lucía Mateo Nadia Omar Priya Ravi Sofía Tomás Yuki Zoë'
).split(' ')
const lastNames = (
  'Adler Brooks Carter Dietz Evans Frank Graham Huber Ito Jensen König Lambert Müller Nolan Olsen Petit Reyes Shaw ' +
  'Tanaka Ulrich Varga Weber Young Zimmer'
).split(' ')

export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly login: string
}

const simple = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()

export function personOf(number: number): Person {
  const firstName = cyclic(firstNames, number)
  const lastName = cyclic(lastNames, Math.floor(number / firstNames.length + number * 7))
  const round = Math.floor(number / 960)
  return { firstName, lastName, login: `${simple(firstName)}.${simple(lastName)}${round > 0 ? round + 1 : ''}` }
}

const maxSubscribers = 5000
const subscribers: User[] = []

/** Customers of shops and readers of newsletters: the same people on every site, so that they use memory once. */
export function subscribersOf(count: number): readonly User[] {
  for (let number = subscribers.length; number < Math.min(count, maxSubscribers); number++) {
    const { firstName, lastName, login } = personOf(number + 40)
    subscribers.push({
      id: 1000 + number,
      login: `${login}.${number}`,
      email: `${login}.${number}@mail.example`,
      displayName: `${firstName} ${lastName}`,
      role: 'subscriber',
      registered: 1_700_000_000 + number * 7321,
      firstName,
      lastName,
    })
  }
  return subscribers.slice(0, count)
}

export const visitors: readonly (readonly [name: string, email: string, url: string, comment: string])[] = [
  ['Marta', 'marta.k@mail.example', '', 'Wonderful, thank you for the quick help last week!'],
  ['J. Petersen', 'jp@petersen.example', 'https://petersen.example', 'Are you open on the bank holiday as well?'],
  ['Tom &amp; Ina', 'tomina@mail.example', '', 'We came by on Saturday, great advice &#8211; we will be back.'],
  ['Okan', 'okan@mail.example', '', 'Is there parking close to the shop?'],
  ['SEO Expert', 'offers@rank.example', 'http://rank.example', 'I can bring your page to the top, just visit my link.'],
  ['Lucía', 'lucia@mail.example', '', '¡Muchas gracias! Todo perfecto.'],
  ['Reader 7', 'reader7@mail.example', 'https://reader7.example', 'Could you write more about this?'],
]

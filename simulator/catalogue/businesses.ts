import { cyclic } from '../cyclic.ts'
import { randomFrom } from '../random.ts'

/** The agency's customers and the topics of their posts. Different for every site, the same for every seed. */
export interface Business {
  readonly title: string
  readonly tagline: string
  readonly hostname: string
  readonly trade: Trade
  readonly town: string
}

export interface Trade {
  readonly name: string
  readonly tagline: string
  readonly shop: boolean
  readonly topics: readonly string[]
}

const trade = (name: string, tagline: string, topics: string, shop = false): Trade => ({
  name,
  tagline,
  shop,
  topics: topics.split('; '),
})

export const trades: readonly Trade[] = [
  trade('Bakery', 'Bread with time', 'New: rye with walnuts; Easter opening hours; How our sourdough works', true),
  trade('Dental Practice', 'Smiles since 1998', 'Fear of the dentist?; New X-ray device; Our prophylaxis team', false),
  trade('Florist', 'Flowers for every day', 'Tulips are here; Wreaths for Advent; Wedding season 2026', true),
  trade('Bike Shop', 'Two wheels, one workshop', 'Spring check; E-bikes on test; Winter storage', true),
  trade('Law Office', 'Advice that holds', 'New rules for tenants; Inheritance in plain words; We moved', false),
  trade('Physiotherapy', 'Back in motion', 'Back school starts; Home exercises; Team news', false),
  trade(
    'Restaurant',
    'Regional, seasonal, open late',
    'Asparagus menu; Live music on Friday; New in the kitchen',
    false,
  ),
  trade('Carpentry', 'Furniture that stays', 'Oak or ash?; A staircase in Hill Road; Apprentices wanted', false),
  trade('Yoga Studio', 'Breathe in, breathe out', 'Summer timetable; Retreat by the sea; Yoga for beginners', false),
  trade('Bookshop', 'Read on', 'Signed copies; Our books of the month; Reading with children', true),
  trade('Plumbing', 'We come when it drips', 'Frost and pipes; Heating check; Emergency numbers', false),
  trade(
    'Wine Merchant',
    'Good bottles, fair prices',
    'Harvest report; Tasting in the cellar; Wines for grilling',
    true,
  ),
  trade('Photography', 'Light and people', 'A wedding in May; Portraits for teams; Behind the scenes', false),
  trade('Kindergarten', 'Space to grow', 'Summer party; Registration opens; Our new garden', false),
  trade('Driving School', 'Get your licence', 'Crash course in July; New cars; Theory online', false),
  trade('Veterinary Clinic', 'For those with fur', 'Ticks again; Travelling with dogs; Night duty', false),
  trade('Coffee Roasters', 'Roasted on Tuesdays', 'Beans from Sidamo; Brewing at home; Roastery open day', true),
  trade('Architects', 'Buildings with ideas', 'Competition won; A school of wood; Open day', false),
  trade('Hotel', 'Stay a little longer', 'Spa reopened; Packages for autumn; Cycling routes', false),
  trade('Garden Centre', 'Everything grows', 'Roses have arrived; Pruning calendar; Pots and tubs', true),
  trade('Tax Advisers', 'Numbers, kindly explained', 'Deadlines this year; Home office; E-invoices', false),
  trade('Music School', 'From scales to songs', 'Summer concert; Trial lessons; New: cello', false),
  trade('Optician', 'See well', 'Glasses for screens; Eye test without appointment; New frames', true),
  trade('Football Club', 'One team', 'Match report; Junior camp; Volunteers wanted', false),
  trade('Cheese Shop', 'Ripe when you are', 'Alpine cheese is back; Raclette evenings; Cheese and pears', true),
  trade('Roofing', 'Dry overhead', 'After the storm; Solar roofs; Slate or tile', false),
  trade('Hair Salon', 'Cut, colour, coffee', 'Balayage; New in the team; Book online', false),
  trade('Pharmacy', 'Health nearby', 'Flu season; Night service; Travel medicine', true),
  trade('Brewery', 'Small tanks, big taste', 'Fresh hop ale; Taproom hours; Brewing course', true),
  trade('Museum', 'Look twice', 'New exhibition; Free Sunday; Guided tours', false),
]

const names = (
  'Lindner Hartley Moreau Castell Okafor Brandt Whitfield Sørensen Novak Albrecht Pereira Kowalski Ashby Fontaine ' +
  'Bergmann Harper Vidal Nakamura Winkler Delgado Ferris Lachance Thorne Ivanova Becker Marlow Rossi Steiner Quinn ' +
  'Hofmann Bianchi Prescott Dubois Jansen Calloway Meyer Ortega Lindqvist Baxter Keller Fischer Monroe Voss Sinclair'
).split(' ')

const towns = (
  'Riverside Altstadt Hillcrest Nordhafen Oakfield Seeblick Marktplatz Westend Lakeside Bergheim Ashford Lindenau ' +
  'Brookside Sonnenberg Kingsbridge Waldhof Harbour Neustadt Greenhill Talweg Fairview Mühlbach Elmwood Rosengarten'
).split(' ')

const combinations = names.length * trades.length * towns.length

const ascii = (text: string) =>
  text
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö|ø/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/[^a-z0-9]+/g, '-')

/** Has no common factor with the number of combinations, so all of them are used before one repeats. */
const stride = 19_583

export function businessOf(seed: string, index: number): Business {
  const number = (randomFrom('business', seed).below(combinations) + index * stride) % combinations
  const trade = cyclic(trades, number)
  const name = cyclic(names, Math.floor(number / trades.length))
  const town = cyclic(towns, Math.floor(number / trades.length / names.length))
  const round = Math.floor(index / combinations)
  const title = [`${name} ${trade.name}`, `${trade.name} ${town}`, `${name} & Co. ${trade.name}`][number % 7] ?? null
  return {
    title: title ?? `${name} ${trade.name} ${town}`,
    tagline: trade.tagline,
    hostname: `${ascii(name)}-${ascii(trade.name)}-${ascii(town)}${round > 0 ? `-${round + 1}` : ''}.example`,
    trade,
    town,
  }
}

import { sessionOfAdministrator, uploadRecords } from '../../domain/moving-in/testing/moving-fleet.ts'
import { ability, csv, type ReadPlace, rest, restBeside } from './read-place.ts'

/** A file of the old dashboard with the sites of the fleet, which are not here when there is none, and a cost that cannot be read. */
const moveIn: ReadPlace = async (fixture) => {
  const headers = await sessionOfAdministrator(fixture)
  const sites = fixture.sites.map(({ id, url }) => ({
    table: 'wp',
    row: { id: String(id), name: `Old ${id}`, url, adminname: 'admin' },
  }))
  const broken = { table: 'cost_tracker', row: { id: '22', name: 'Broken', price: '-1' } }
  const id = await uploadRecords(fixture, headers, [...sites, broken])
  const fields = ['sites', 'costs', 'sites_without_key', 'skipped.reason'].map((field) => `plan.${field}`)
  return rest(`GET /move-in/imports/${id}`, ['state', ...fields])(fixture)
}

const reported = { start_date: '2026-10-16', end_date: '2026-11-15', to: ['grace@example.com'] }
const costSums = ['currency', 'total_monthly', 'total_yearly']

/** Sums of what people entered, and of our own records. */
export const recordPlaces: Readonly<Record<string, ReadPlace>> = {
  'get-cost-clients': restBeside('GET /costs/1/clients', ['total', 'share_rule', 'unassigned_share', 'data.share']),
  'get-site-costs': restBeside('GET /sites/1/costs', [...costSums, 'data.name', 'data.share']),
  'get-client-costs': restBeside('GET /clients/1/costs', [...costSums, 'data.name', 'data.share']),
  'list-cost-shares': restBeside('GET /costs/shares', [...costSums, 'data.client_name', 'data.total_monthly']),
  'list-renewals': restBeside('GET /costs/renewals?days=30', [
    ...costSums,
    'total',
    'data.name',
    'data.days_left',
    'data.overdue',
  ]),
  'export-costs': csv('GET /costs/export', ['name', 'price', 'sites', 'clients']),
  'export-clients': csv('GET /clients/export', ['id', 'name', 'selected_sites']),
  'get-client': ability('get-client', ['name', 'status', 'sites_count'], { client_id_or_email: 1 }),
  'count-client-sites': restBeside('GET /clients/1/sites/count', ['total']),
  'list-audit': rest('GET /audit?kind=updates&operation=run-updates&per_page=3', ['operation', 'result', 'outcome']),
  'export-audit': csv(
    'GET /audit/export?kind=updates&operation=run-updates',
    ['operation', 'result', 'outcome', 'sites'],
    3,
  ),
  'list-users': rest('GET /access/users', ['login', 'role', 'disabled']),
  'list-invitations': restBeside('GET /access/invitations', ['total']),
  'add-invitation': rest('POST /access/invitations/add', [], { email: 'grace@example.com', role: 'viewer' }),
  'transfer-user': rest('POST /access/users/2/transfer', ['moved', 'switched_off'], { transfer_to: 1 }),
  'email-client-report': rest('POST /clients/1/report/email', [], reported),
  'email-site-report': rest('POST /pro-reports/1/report/email', [], reported),
  'get-move-in': moveIn,
}

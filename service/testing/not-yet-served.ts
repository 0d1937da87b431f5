/** What the specification promises and the house does not serve yet. Only ever gets shorter. */
export const abilitiesNotYetServed: string[] = []

export const routesNotYetServed: string[] = [
  'GET /perf-audit/results is not served',
  'GET /perf-audit/results/{id_or_domain} is not served',
  'POST /perf-audit/audit is not served',
  'POST /perf-audit/audit/{id_or_domain} is not served',
]

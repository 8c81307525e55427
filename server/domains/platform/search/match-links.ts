import { type SearchKindName, UNSHOWN } from '#db/queries/search/kinds.ts'
import type { Match } from '#db/queries/search/matches.ts'
import type { TenantDb } from '#db/types.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'

const paths: Record<Exclude<SearchKindName, 'job'>, (match: Match) => string> = {
  client: ({ id }) => `/clients/${id}/overview`,
  item: ({ id }) => `/admin/inventory/${id}/overview`,
  location: ({ id }) => `/admin/lc/${id}`,
  supplier: ({ id }) => `/suppliers/${id}/overview`,
  invoice: ({ id }) => `/invoices/${id}`,
  equipment: ({ id }) => `/equipment/list/${id}`,
  file: ({ id }) => `/api/documents/download/${id}`,
  worker: ({ id }) => `/admin/workers/${id}`,
  delivery: ({ id }) => `/deliveries/${id}`,
  purchaseorder: ({ id }) => `/purchase/${id}`,
  supplierinvoice: ({ id }) => `/supplierinvoices/${id}`,
}

/** Those of jobs on an archived board have no address. */
export function matchLinks(db: TenantDb, kind: SearchKindName): (match: Match) => string | undefined {
  if (kind !== 'job') return paths[kind]
  const linkOf = jobLinks(db)
  return ({ boardid, title }) => linkOf(boardid ?? '', title)
}

export const matchDetail = ({ words }: Match) =>
  (words.split(UNSHOWN)[0] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' · ')

import { type Claim, claims } from '#server/access/claims.ts'
import { capitalise } from '#views/format.ts'

type ClaimLine = { claim: Claim; words: string }
export type ClaimGroup = { noun: string; label: string; claims: ClaimLine[] }

/** Where the noun alone would say too little, or two nouns are one subject. */
const labels: Record<string, string> = {
  accountcodes: 'Account codes',
  boards: 'Jobs and boards',
  delivery: 'Delivery notes',
  documents: 'Files',
  equipment: 'Equipment and storage',
  inventory: 'Inventory and stock',
  jobs: 'Jobs and boards',
  materials: 'Work on jobs',
  notes: 'Work on jobs',
  pricing: 'Pricing groups',
  purchase: 'Purchase orders',
  records: 'Import and export',
  reports: 'Reports and history',
  history: 'Reports and history',
  roles: 'Administration',
  settings: 'Administration',
  account: 'Administration',
  users: 'Administration',
  platform: 'Platform',
  steps: 'Work on jobs',
  supplierinvoices: 'Invoices of suppliers',
  stock: 'Inventory and stock',
  timesheet: 'Work on jobs',
}

export function claimGroups(of: Iterable<Claim>): ClaimGroup[] {
  const groups = new Map<string, ClaimGroup>()
  for (const claim of of) {
    const noun = claim.split('.')[0] ?? ''
    const label = labels[noun] ?? capitalise(noun)
    const group = groups.get(label) ?? { noun, label, claims: [] }
    groups.set(label, group)
    group.claims.push({ claim, words: claims[claim] })
  }
  return [...groups.values()]
}

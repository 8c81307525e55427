import { REMOVED } from '#db/job-status.ts'
import type { Claim } from '#server/access/claims.ts'
import type { MenuBoard } from '#server/menu.ts'
import { jobsSegment, type Labels } from '#server/resources.ts'

type Place = {
  label: string
  href: string
  claim: Claim | 'seat'
  /** What people type who mean it, beside its label. */
  words: string
}

const make = 'add create make new'

const actions: readonly Place[] = [
  {
    label: 'Prepare an invoice',
    href: '/jobs?stage=complete',
    claim: 'invoices.write',
    words: `${make} bill charge raise issue tax`,
  },
  {
    label: 'Record a payment',
    href: '/invoices?state=unpaid',
    claim: 'invoices.write',
    words: `${make} paid receive money book enter invoices`,
  },
  {
    label: 'See payments',
    href: '/invoices/payments',
    claim: 'invoices.read',
    words: 'paid received money income bank show',
  },
  {
    label: 'See the aged debtors',
    href: '/invoices/debtors',
    claim: 'invoices.read',
    words: 'age ageing analysis owed owing overdue statements customers show',
  },
  {
    label: 'Remind clients who owe',
    href: '/invoices/debtors',
    claim: 'invoices.write',
    words: 'reminder reminders chase dunning late overdue mail send',
  },
  {
    label: 'Pay back a client',
    href: '/invoices/payments?credit=true',
    claim: 'invoices.write',
    words: 'refund return money credit repay reimburse',
  },
  {
    label: 'Ask for a deposit',
    href: '/jobs?stage=quoted',
    claim: 'invoices.write',
    words: `${make} advance prepayment down payment upfront`,
  },
  {
    label: 'See deposits',
    href: '/invoices?state=deposit',
    claim: 'invoices.read',
    words: 'advance held prepayment refund keep show',
  },
  {
    label: 'See who owes money',
    href: '/invoices?state=overdue',
    claim: 'invoices.read',
    words: 'overdue late unpaid debtors owed outstanding show',
  },
  {
    label: 'See the VAT report',
    href: '/invoices/vat',
    claim: 'invoices.read',
    words: 'vat201 return sars tax output input period figures submit show',
  },
  {
    label: 'New client',
    href: '/clients/new',
    claim: 'clients.write',
    words: `${make} customer company contact debtor`,
  },
  {
    label: 'New location',
    href: '/admin/locations/new',
    claim: 'locations.write',
    words: `${make} address site place branch`,
  },
  {
    label: 'New supplier',
    href: '/suppliers/new',
    claim: 'suppliers.write',
    words: `${make} vendor creditor`,
  },
  {
    label: 'New item',
    href: '/admin/inventory?add=true',
    claim: 'inventory.write',
    words: `${make} product material part stock service labour price`,
  },
  {
    label: 'Take stock',
    href: '/admin/stock',
    claim: 'stock.adjust',
    words: 'count stocktake adjust inventory correct levels',
  },
  {
    label: 'New piece of equipment',
    href: '/equipment/list/new',
    claim: 'equipment.write',
    words: `${make} asset tool machine vehicle`,
  },
  {
    label: 'New pricing group',
    href: '/admin/pricing/new',
    claim: 'pricing.write',
    words: `${make} price list discount markup`,
  },
  {
    label: 'Invite somebody',
    href: '/admin/users/new',
    claim: 'users.manage',
    words: `${make} user person people employee staff colleague seat login`,
  },
  {
    label: 'New worker',
    href: '/admin/workers/new',
    claim: 'workers.write',
    words: `${make} employee technician staff hourly wage`,
  },
  {
    label: 'Import a file',
    href: '/import',
    claim: 'records.import',
    words: 'upload csv excel spreadsheet bring load',
  },
  {
    label: 'Change my password',
    href: '/account/profile',
    claim: 'seat',
    words: 'profile picture photo name colours dark theme sign login signature',
  },
  {
    label: 'Set the mail server',
    href: '/account',
    claim: 'account.manage',
    words: 'smtp email e-mail account sender outgoing',
  },
  {
    label: 'See the subscription',
    href: '/subscription',
    claim: 'account.manage',
    words: 'plan seats pay renew card billing receipt upgrade cancel show',
  },
]

/** What may be done at once, of whatever page; a job is made on the first board. */
export function menuActions(
  can: (claim: Claim) => boolean,
  labels: Labels,
  boards: readonly MenuBoard[],
  restores: boolean,
): Place[] {
  const [board] = boards
  const newjob = board && {
    label: 'New job',
    href: `/${jobsSegment(labels)}/${board.slug}/progress#new`,
    claim: 'jobs.write' as const,
    words: `${make} quote quotation estimate order card work booking`,
  }
  const templates = boards.map(({ name, slug }) => ({
    label: `Repeating jobs and templates of ${name}`,
    href: `/${jobsSegment(labels)}/${slug}/templates`,
    claim: 'jobs.write' as const,
    words:
      'every day week month year daily weekly monthly quarterly yearly annually recurring recur again copy',
  }))
  const removed = boards.map(({ name, slug }) => ({
    label: `Removed jobs of ${name}`,
    href: `/${jobsSegment(labels)}/${slug}/history?status=${REMOVED}`,
    claim: 'jobs.delete' as const,
    words: 'deleted restore bring back undelete recycle bin trash lost',
  }))
  return [...(newjob ? [newjob] : []), ...templates, ...(restores ? removed : []), ...actions].filter(
    ({ claim }) => claim === 'seat' || can(claim),
  )
}

/** `<noun>.<verb>` (decision B2), with the words an administrator reads. */
export const claims = {
  'jobs.read': 'See jobs and boards',
  'jobs.write': 'Create, change and move jobs',
  'jobs.approve': 'Approve jobs',
  'jobs.delete': 'Remove and restore jobs',
  'jobs.money': 'See rates, totals and margins on jobs',
  'materials.write': 'Change the lines of a job',
  'materials.consume': 'Book what was used, which moves stock',
  'notes.write': 'Write notes on jobs',
  'steps.work': 'Work on the steps of jobs: start, pause, finish, skip',
  'steps.assign': 'Give steps to workers, and work on those of others',
  'timesheet.read': 'See the time that was worked',
  'timesheet.write': 'Write one’s own time',
  'timesheet.manage': 'Write, correct and confirm the time of others',
  'schedule.read': 'See the scheduler: who does which job on which day',
  'schedule.write': 'Plan jobs on the scheduler',
  'boards.manage': 'Create and change boards',
  'clients.read': 'See clients',
  'clients.write': 'Change clients',
  'suppliers.read': 'See suppliers',
  'suppliers.write': 'Change suppliers',
  'locations.read': 'See locations',
  'locations.write': 'Change locations and their stakeholders',
  'divisions.read': 'See divisions',
  'divisions.write': 'Change divisions',
  'workers.read': 'See workers',
  'workers.write': 'Change workers',
  'organisations.read': 'See organisations',
  'organisations.write': 'Change organisations',
  'accountcodes.read': 'See account codes',
  'accountcodes.write': 'Change account codes',
  'categories.read': 'See categories',
  'categories.write': 'Change categories, fields and steps',
  'inventory.read': 'See inventory',
  'inventory.write': 'Change inventory',
  'stock.read': 'See stock on hand and its movements',
  'stock.adjust': 'Book stock in, out and counts',
  'pricing.read': 'See pricing groups',
  'pricing.write': 'Change pricing groups',
  'equipment.read': 'See equipment and storage',
  'equipment.write': 'Change equipment and storage',
  'documents.read': 'See files',
  'documents.write': 'Upload and archive files',
  'delivery.read': 'See delivery notes',
  'delivery.write': 'Prepare and issue delivery notes, and say what arrived and came back',
  'purchase.read': 'See purchase orders, and what is on order',
  'purchase.write': 'Prepare, send, close and cancel purchase orders',
  'purchase.receive': 'Receive what was ordered, and send it back',
  'supplierinvoices.read': 'See what suppliers charge, and what is owed to them',
  'supplierinvoices.write': 'Enter invoices and credit notes of suppliers',
  'supplierinvoices.approve': 'Approve invoices of suppliers, and book what is paid to them',
  'invoices.read': 'See invoices',
  'invoices.write': 'Prepare invoices and book payments',
  'invoices.issue': 'Issue invoices and credit notes',
  'reports.read': 'See reports',
  'history.read': 'See the history of records',
  'records.import': 'Import lists',
  'records.export': 'Export lists',
  'notifications.send': 'Send notifications',
  'users.manage': 'Manage people and their seats',
  'roles.manage': 'Manage roles and their rights',
  'settings.manage': 'Change settings, labels and documents',
  'account.manage': 'Manage the account and its subscription',
  'platform.manage': 'Run the platform (Back office)',
} as const

export type Claim = keyof typeof claims

/** Whoever asks: a request, or a viewer. */
export type ClaimHolder = { can(claim: Claim): boolean }

/** Any of them shows what an item costs and its rates (decision F21). */
export const itemRateClaims: readonly Claim[] = ['jobs.money', 'pricing.read']

/** Decision B3. */
const platformClaims: readonly Claim[] = ['platform.manage']

export const claimNames = Object.keys(claims) as Claim[]

export const accountClaims = claimNames.filter((claim) => !platformClaims.includes(claim))

/** They run the platform, its people and their roles, never its own business. */
const ownerClaims: readonly Claim[] = ['records.export', 'users.manage', 'roles.manage', 'platform.manage']

type Kind = { platformowner: boolean; single: boolean }

export function grantableClaims({ platformowner, single }: Kind): readonly Claim[] {
  if (!platformowner) return accountClaims
  return single ? [...accountClaims, ...platformClaims] : ownerClaims
}

/** systemadmin also holds claims that are newer than the role. */
export const heldClaims = (kind: Kind, roles: readonly string[], stored: readonly string[]) =>
  new Set(grantableClaims(kind).filter((claim) => roles.includes(SYSTEMADMIN) || stored.includes(claim)))

/** Decision F12: at birth systemadmin, Agent and Jobs have them; accounts may give them to others. */
const schedule: readonly Claim[] = ['schedule.read', 'schedule.write']

const reads = accountClaims.filter((claim) => claim.endsWith('.read') && !schedule.includes(claim))
const work: Claim[] = [
  'jobs.write',
  'materials.write',
  'materials.consume',
  'notes.write',
  'steps.work',
  'timesheet.write',
  'delivery.write',
  'purchase.receive',
]
const catalogue = accountClaims.filter((claim) =>
  /^(clients|suppliers|locations|divisions|workers|categories|inventory|pricing|equipment|documents)\.write$/.test(
    claim,
  ),
)
const administration: Claim[] = ['users.manage', 'roles.manage', 'settings.manage', 'account.manage']

export const SYSTEMADMIN = 'systemadmin'
export const STAKEHOLDER = 'StakeHolder'

type DefaultRole = { name: string; about: string; claims: readonly Claim[] }

/** `about`: what these claims come to, in a line. */
export const defaultRoles: DefaultRole[] = [
  {
    name: SYSTEMADMIN,
    about: 'Everything, also people, rights and the subscription.',
    claims: accountClaims,
  },
  {
    name: 'Management',
    about:
      'The whole business with its invoices and payments, as a bookkeeper needs it. No people, rights, settings or subscription.',
    claims: accountClaims.filter((claim) => !administration.includes(claim) && !schedule.includes(claim)),
  },
  {
    name: 'Operations',
    about: 'Plans, prices and approves the work, and keeps stock and lists.',
    claims: [
      ...reads,
      ...work,
      ...catalogue,
      'jobs.approve',
      'jobs.money',
      'steps.assign',
      'timesheet.manage',
      'stock.adjust',
      'purchase.write',
      'supplierinvoices.write',
      'records.export',
      'invoices.write',
    ],
  },
  {
    name: 'Agent',
    about: 'Looks after clients: their jobs, prices and drafts of invoices.',
    claims: [
      ...reads.filter((claim) => claim !== 'accountcodes.read'),
      ...work,
      ...schedule,
      'jobs.money',
      'clients.write',
      'locations.write',
      'documents.write',
      'invoices.write',
    ],
  },
  {
    name: 'Jobs',
    about: 'Does the work on jobs, and sees no prices.',
    claims: [
      'jobs.read',
      'clients.read',
      'locations.read',
      'inventory.read',
      'stock.read',
      'equipment.read',
      'workers.read',
      'categories.read',
      'documents.read',
      'divisions.read',
      'organisations.read',
      'timesheet.read',
      'delivery.read',
      'purchase.read',
      ...schedule,
      ...work,
    ],
  },
  {
    name: STAKEHOLDER,
    about: 'A client’s own person: sees the jobs at their locations, and writes notes.',
    claims: ['jobs.read', 'notes.write', 'documents.read'],
  },
]

const claimIds = new WeakMap<object, number>()
let lastClaimId = 0

/** A short name for a set of claims, which is one object for all who hold the same roles. */
export function claimsId(claims: object): number {
  const id = claimIds.get(claims) ?? ++lastClaimId
  claimIds.set(claims, id)
  return id
}

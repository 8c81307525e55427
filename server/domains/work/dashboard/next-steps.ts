import { type FirstStepsDone, findFirm, readFirstStepsDone } from '#db/queries/settings/next-steps.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'

type Step = { key: keyof FirstStepsDone; claim: Claim; title: string; why: string; href: string }
type NextStep = Omit<Step, 'claim' | 'key'> & { key: string; done: boolean }

const steps: readonly Step[] = [
  {
    key: 'organisations',
    claim: 'organisations.write',
    title: 'Say who you are',
    why: 'Name, address, bank and VAT number, as your papers print them.',
    href: '/admin/organisations',
  },
  {
    key: 'boards',
    claim: 'boards.manage',
    title: 'Make a board',
    why: 'Four lanes, on which jobs move from draft to complete.',
    href: '/customise/boards',
  },
  {
    key: 'categories',
    claim: 'categories.write',
    title: 'Sort your jobs',
    why: 'A category gives its jobs a colour, fields of their own and steps.',
    href: '/admin/categories?jobcategory=true',
  },
  {
    key: 'inventory',
    claim: 'inventory.write',
    title: 'List what you use and sell',
    why: 'Materials, goods and work with their prices, one by one or from a spreadsheet.',
    href: '/admin/inventory',
  },
  {
    key: 'clients',
    claim: 'clients.write',
    title: 'Add your clients',
    why: 'Whom the work is done for.',
    href: '/clients',
  },
  {
    key: 'people',
    claim: 'users.manage',
    title: 'Invite your people',
    why: 'Each sees and does what their role allows.',
    href: '/admin/users',
  },
]

export function nextSteps(db: TenantDb, can: (claim: Claim) => boolean): NextStep[] {
  const done = readFirstStepsDone(db)
  const firm = findFirm(db)
  const own = steps
    .filter(({ claim }) => can(claim))
    .map(({ claim: _, ...step }) => ({
      ...step,
      // Setup made it already: it is to be filled in, not added.
      href: step.key === 'organisations' && firm ? `${step.href}/${firm}` : step.href,
      done: done[step.key],
    }))
  return own.every((step) => step.done) ? [] : own
}

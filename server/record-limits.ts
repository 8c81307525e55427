import { invalid } from './errors.ts'

/** By table. Pages list all of these at once: with so many, none takes the event loop for longer than 50 ms. */
export const recordLimits = {
  boards: [200, 'boards, archived ones included'],
  roles: [200, 'roles, archived ones included'],
  units: [50, 'units of one item'],
  supplier_contacts: [500, 'contacts of one supplier'],
  invoice_payments: [500, 'payments of one invoice'],
  payment_reminders: [200, 'reminders of one invoice'],
} as const

/** How many more there may be. @throws 400 by field where there is no room */
export function roomFor(kind: keyof typeof recordLimits, count: number, field: string): number {
  const [most, noun] = recordLimits[kind]
  if (count >= most) throw invalid({ [field]: `There are ${count} ${noun}, and there cannot be more.` })
  return most - count
}

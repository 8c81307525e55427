import { invalid } from '#server/errors.ts'
import type { Snapshot } from './snapshot.ts'

/** R 5 000 with VAT: above it a tax invoice needs every particular (VAT Act s20(4)), up to it fewer (s20(5)). */
const FULL_FROM = 500_000
const VAT_NUMBER = /^4\d{9}$/

/**
 * Refuses to issue a tax invoice above R 5 000 that lacks a particular of VAT Act s20(4), naming each one. Number,
 * date, value, tax and consideration are always there; who is no vendor issues no tax invoice.
 * @throws 400 by field: `organisation.…`, `client.…`, `lines.<index>.…`
 */
export function checkParticulars(snapshot: Snapshot, hasclient: boolean) {
  const { organisation, totals } = snapshot
  if (!organisation.vatnumber || totals.total <= FULL_FROM) return
  const missing = missingOf(snapshot, hasclient)
  const words = Object.values(missing)
  if (words.length === 0) return
  throw invalid(missing, `A tax invoice above R 5 000 cannot be issued like this. ${words.join(' ')}`)
}

function missingOf({ organisation, client, lines }: Snapshot, hasclient: boolean): Record<string, string> {
  const missing: Record<string, string> = {}
  const need = (field: string, there: unknown, sentence: string) => {
    if (!there) missing[field] = sentence
  }
  const supplier = organisation.name || 'The organisation'
  need('organisation.name', organisation.name, 'The organisation has no name.')
  need('organisation.addressline1', organisation.addresslines?.length, `${supplier} has no address.`)
  need(
    'organisation.vatnumber',
    VAT_NUMBER.test(organisation.vatnumber ?? ''),
    `The VAT number of ${supplier} is not 10 digits that begin with 4.`,
  )
  if (!hasclient) need('client', false, 'The job has no client.')
  else {
    need('client.addressline1', client.addresslines?.length, `${client.name} has no address.`)
    need(
      'client.vatnumber',
      !client.vatnumber || VAT_NUMBER.test(client.vatnumber),
      `The VAT number of ${client.name} is not 10 digits that begin with 4.`,
    )
  }
  for (const [at, { description }] of lines.entries())
    need(
      `lines.${at}.description`,
      description && description !== '(unknown)',
      `Line ${at + 1} says nothing.`,
    )
  return missing
}

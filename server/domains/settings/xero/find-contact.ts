import { eq } from 'drizzle-orm'
import type { XeroEntry } from '#db/queries/settings/xero.ts'
import { linkContact, linkedContact } from '#db/queries/settings/xero-names.ts'
import { clients, suppliers } from '#db/schema/tenant/index.ts'
import { SYSTEM } from '#db/types.ts'
import type { XeroJson } from '#server/xero/client.ts'
import { quoteForXero, validationErrors } from '#server/xero/client.ts'
import { findXeroFaults, XeroContact } from '#server/xero/schemas.ts'
import type { XeroDocument } from './build-sale.ts'
import {
  fetchXeroOne,
  idempotencyKey,
  readRows,
  refusedBy,
  type SendContext,
  type SendOutcome,
} from './send-context.ts'

/** Whoever buys in cash is one contact there. */
export const CASH = 'cash'

type Who = {
  noun: 'clients' | 'suppliers'
  id: string
  name: string
  code: string
  email: string
  vatnumber: string
}

export function readWho(context: Pick<SendContext, 'read' | 'mapping'>, who: XeroDocument['who']): Who {
  if (!who) {
    const name = context.mapping.cashcontact || 'Cash sales'
    return { noun: 'clients', id: CASH, name, code: '', email: '', vatnumber: '' }
  }
  const table = who.noun === 'clients' ? clients : suppliers
  const row = context.read((db) => db.select().from(table).where(eq(table.id, who.id)).get())
  return {
    ...who,
    name: row?.name ?? '',
    code: row?.code ?? '',
    email: row?.contactemail ?? '',
    vatnumber: row?.vatnumber ?? '',
  }
}

/** Those that Xero has by this name, in whatever letters. @throws as `openXero` says */
export async function findNamesakes(context: Pick<SendContext, 'call'>, name: string): Promise<XeroJson[]> {
  return (await listContacts(context, { name })).filter(isNamed(name))
}

async function listContacts({ call }: Pick<SendContext, 'call'>, { name, number }: Sought) {
  const where = `Name=="${quoteForXero(name)}"${number ? ` OR ContactNumber=="${number}"` : ''}`
  return readRows(await call({ path: '/Contacts', query: { where } }), 'Contacts')
}

type Sought = { name: string; number?: string }
const isNamed = (name: string) => (one: XeroJson) => String(one.Name).toLowerCase() === name.toLowerCase()

/**
 * A namesake is linked once a person says that it is the same; nobody by that name is made there. One that was made
 * for this very record is known by its number, also where its making was never told.
 */
export async function findContactId(
  context: SendContext,
  entry: XeroEntry,
  asked: XeroDocument['who'],
): Promise<string | SendOutcome> {
  const who = readWho(context, asked)
  const known = context.read((db) => linkedContact(db, who.noun, who.id, context.tenantid))
  if (known) return known
  const number = `joblane-${who.id}`
  const there = await listContacts(context, { name: who.name, number })
  const own = there.find(({ ContactNumber }) => ContactNumber === number)
  if (own) return keepContact(context, who, String(own.ContactID))
  if (there.some(isNamed(who.name)))
    return refusedBy(
      [`Xero has a contact called ${who.name} already: say whether it is the same.`],
      'namesake',
    )
  const { name: Name, code: AccountNumber, email: EmailAddress, vatnumber: TaxNumber } = who
  const contact = Object.fromEntries(
    Object.entries({ Name, ContactNumber: number, AccountNumber, EmailAddress, TaxNumber }).filter(
      ([, value]) => value,
    ),
  )
  const faults = findXeroFaults(XeroContact, contact)
  if (faults.length > 0) return refusedBy(faults)
  const json = await context.call({
    ...{ method: 'PUT', path: '/Contacts', query: { summarizeErrors: 'false' } },
    ...{ body: { Contacts: [contact] }, key: idempotencyKey(entry, 'contact') },
  })
  const [made = {}] = readRows(json, 'Contacts')
  const errors = validationErrors(made)
  if (errors.length > 0) return refusedBy(errors)
  return keepContact(context, who, String(made.ContactID))
}

/** Whether it was merged into another there, which it is from now on. */
export async function followMerge(
  context: SendContext,
  asked: XeroDocument['who'],
  contactid: string,
): Promise<boolean> {
  const { MergedToContactID } = await fetchXeroOne(context, 'Contacts', contactid)
  if (!MergedToContactID || MergedToContactID === contactid) return false
  await keepContact(context, readWho(context, asked), String(MergedToContactID))
  return true
}

async function keepContact(context: SendContext, who: Who, contactid: string): Promise<string> {
  await context.services.tenants.write(context.accountid, SYSTEM, (tx) =>
    linkContact(tx.db, {
      ...{ noun: who.noun, recordid: who.id, tenantid: context.tenantid, contactid },
      ...{ contactname: who.name, confirmedby: tx.by.name, confirmedutc: tx.now },
    }),
  )
  return contactid
}

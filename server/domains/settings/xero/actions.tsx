import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, date, NoBody, object, t } from '#server/http/fields.ts'
import { dataReply, saved } from '#server/http/reply.ts'
import { action, asyncAction, type Route } from '#server/http/route.ts'
import { callXero } from '#server/xero/client.ts'
import { type XeroMapping, type XeroTaxKey, xeroTaxKeys } from '#server/xero/mapping.ts'
import { readXeroTenant } from '#server/xero/queue.ts'
import { paymentMethods } from '#views/sales/invoices/payment-methods.ts'
import { confirmContact, findXeroEntry, readEntryWho, sendEarlier, sendXeroAgain } from './documents.ts'
import { findNamesakes, readWho } from './find-contact.ts'
import { readMappingForm, saveXeroMapping } from './mapping-form.ts'

const claim = 'settings.manage'
/** A control for each account code, tax rate and way of payment, by its name: `account-…`, `tax-…`, `payment-…`. */
const MappingForm = t.Object(
  {
    sending: t.Optional(
      t.Union([t.Boolean(), t.String({ maxLength: 10 })], { error: 'must be true or false' }),
    ),
    version: t.Optional(
      t.Union([t.Number(), t.String({ pattern: '^[0-9]{1,9}$' })], { error: 'must be a whole number' }),
    ),
  },
  { additionalProperties: t.String({ maxLength: 120 }) },
)

type Body = Record<string, string | boolean | number | undefined>

function mappingIn(body: Body): Omit<XeroMapping, 'tenantid'> {
  const text = (name: string) => String(body[name] ?? '').trim()
  const accounts = Object.keys(body).flatMap((name) =>
    /^account-[0-9a-f-]{36}$/.test(name) && text(name) ? [[name.slice('account-'.length), text(name)]] : [],
  )
  const methods = Object.keys(paymentMethods) as (keyof typeof paymentMethods)[]
  return {
    sending: ['true', 'on', '1'].includes(text('sending')),
    ...{ organisation: text('organisation'), sales: text('sales'), purchases: text('purchases') },
    cashcontact: text('cashcontact'),
    accounts: Object.fromEntries(accounts),
    taxes: Object.fromEntries(xeroTaxKeys.map((key) => [key, text(`tax-${key}`)])) as Record<
      XeroTaxKey,
      string
    >,
    payments: Object.fromEntries(
      methods.map((name) => [name, text(`payment-${name}`)]),
    ) as XeroMapping['payments'],
  }
}

/** Those of the entry's client or supplier, as Xero has them now. @throws 404, and as `callXero` */
export async function readNamesakes(c: Context<{ id: string }>) {
  const { accountid } = c.person
  const { mapping, who, tenantid } = c.read((db) => ({
    mapping: readMappingForm(db)?.mapping,
    who: readEntryWho(db, findXeroEntry(db, c.params.id)),
    tenantid: readXeroTenant(db),
  }))
  if (!mapping || !tenantid) throw invalid({ contactid: 'Choose the organisation first.' })
  const { name } = readWho({ read: (run) => c.services.tenants.read(accountid, run), mapping }, who)
  const found = await findNamesakes({ call: (call) => callXero(c.services, accountid, call) }, name)
  return {
    name,
    namesakes: found.map((one) => ({
      contactid: String(one.ContactID),
      name: String(one.Name),
      email: String(one.EmailAddress ?? ''),
      account: String(one.AccountNumber ?? ''),
      archived: one.ContactStatus === 'ARCHIVED',
    })),
  }
}

export const xeroActions: Route[] = [
  ...action(
    { api: 'PATCH /api/configuration/xero', page: 'PATCH /xero/mapping' },
    {
      claim,
      body: MappingForm,
      summary: 'Says which account, tax rate and way of payment is which in Xero.',
    },
    (tx, _, c) => {
      const { version, ...body } = c.body as Body
      saveXeroMapping(tx, mappingIn(body), version === undefined ? undefined : Number(version))
      return dataReply(readMappingForm(tx.db)?.mapping ?? null)
    },
    () => saved('Mapping saved', 'xeromapping'),
  ),

  ...action(
    { api: 'POST /api/xero/documents/:id/send', page: 'POST /xero/documents/:id/send' },
    { claim: 'invoices.issue', params: ById, body: NoBody, summary: 'Sends again what Xero refused.' },
    (tx, _, c) => {
      sendXeroAgain(tx, c.params.id)
      return dataReply(null)
    },
    () => saved('It waits to be sent again', 'xero'),
  ),

  ...action(
    { api: 'POST /api/xero/documents/earlier', page: 'POST /xero/earlier' },
    {
      claim,
      body: object({ start: date() }),
      summary: 'Sends documents that were issued before the account was connected.',
    },
    (tx, _, c) => dataReply({ documents: sendEarlier(tx, c.body.start) }),
    ({ documents }) =>
      saved(
        documents === 1 ? '1 document waits to be sent' : `${documents} documents wait to be sent`,
        'xero',
      ),
  ),

  ...asyncAction(
    { api: 'POST /api/xero/documents/:id/contact', page: 'POST /xero/contacts/:id' },
    {
      claim,
      params: ById,
      body: object({ contactid: t.String({ maxLength: 40 }) }),
      summary: 'Says that a contact of Xero is the client or supplier of a document.',
    },
    async (c) => {
      const chosen = (await readNamesakes(c)).namesakes.find(
        ({ contactid }) => contactid === c.body.contactid,
      )
      if (!chosen) throw invalid({ contactid: 'Xero has no such contact of this name any more.' })
      await c.write((tx) => confirmContact(tx, c.params.id, chosen))
      return dataReply(null)
    },
    () => saved('The contact is kept, and the document goes', 'xero'),
  ),
]

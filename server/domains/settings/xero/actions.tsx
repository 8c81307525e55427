import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import {
  ById,
  date,
  flag,
  NoBody,
  object,
  reference,
  type StaticDecode,
  t,
  text,
  version,
} from '#server/http/fields.ts'
import { dataReply, saved } from '#server/http/reply.ts'
import { action, asyncAction, type Route } from '#server/http/route.ts'
import { openXero } from '#server/xero/client.ts'
import { type XeroMapping, type XeroTaxKey, xeroTaxKeys } from '#server/xero/mapping.ts'
import { XeroLeft } from '#server/xero/problems.ts'
import { readXeroTenant } from '#server/xero/queue.ts'
import { paymentMethods } from '#views/sales/invoices/payment-methods.ts'
import { confirmContact, findXeroEntry, readEntryWho, sendEarlier, sendXeroAgain } from './documents.ts'
import { findNamesakes, readWho } from './find-contact.ts'
import { readMappingForm, saveXeroMapping } from './mapping-form.ts'

const claim = 'settings.manage'
const methods = Object.keys(paymentMethods) as (keyof typeof paymentMethods)[]
/** An account, or a tax rate, of Xero; empty: none. */
const named = () => t.Optional(text(120))
const namedBy = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, named()])) as Record<Name, ReturnType<typeof named>>

/** Beside these a control for each account code of ours: `account-` and its id. */
const MappingForm = object(
  {
    ...{ sending: t.Optional(flag()), version: version(), organisation: t.Optional(reference()) },
    ...{ sales: named(), purchases: named(), cashcontact: named() },
    ...namedBy(xeroTaxKeys.map((key) => `tax-${key}` as const)),
    ...namedBy(methods.map((name) => `payment-${name}` as const)),
  },
  { additionalProperties: t.String({ maxLength: 120 }) },
)
type Body = StaticDecode<typeof MappingForm>

const ACCOUNT = 'account-'

/** @throws 400 naming what is no field of the mapping */
function mappingIn(body: Body): Omit<XeroMapping, 'tenantid'> {
  const given = body as Record<string, string | undefined>
  const others = Object.keys(given).filter((name) => !(name in MappingForm.properties))
  const strange = others.filter((name) => !name.startsWith(ACCOUNT))
  if (strange.length > 0)
    throw invalid(Object.fromEntries(strange.map((name) => [name, 'The mapping has no such field.'])))
  const chosen = others.filter((name) => given[name])
  return {
    sending: body.sending ?? false,
    organisation: body.organisation ?? '',
    ...{ sales: body.sales ?? '', purchases: body.purchases ?? '', cashcontact: body.cashcontact ?? '' },
    accounts: Object.fromEntries(
      chosen.map((name) => [name.slice(ACCOUNT.length), (given[name] ?? '').trim()]),
    ),
    taxes: Object.fromEntries(xeroTaxKeys.map((key) => [key, body[`tax-${key}`] ?? ''])) as Record<
      XeroTaxKey,
      string
    >,
    payments: Object.fromEntries(
      methods.map((name) => [name, body[`payment-${name}`] ?? '']),
    ) as XeroMapping['payments'],
  }
}

/** Those of the entry's client or supplier, as Xero has them now. @throws 404, and as `openXero` says */
export async function readNamesakes(c: Context<{ id: string }>) {
  const { accountid } = c.person
  const { mapping, who, tenantid } = c.read((db) => ({
    mapping: readMappingForm(db)?.mapping,
    who: readEntryWho(db, findXeroEntry(db, c.params.id)),
    tenantid: readXeroTenant(db),
  }))
  if (!mapping || !tenantid) throw invalid({ contactid: 'Choose the organisation first.' })
  const { name } = readWho({ read: (run) => c.services.tenants.read(accountid, run), mapping }, who)
  const round = openXero(c.services, accountid)
  if (round.tenantid !== tenantid) throw new XeroLeft()
  const found = await findNamesakes(round, name)
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

function sayEarlier({ documents, leftout }: ReturnType<typeof sendEarlier>) {
  const sent = documents === 1 ? '1 document waits to be sent' : `${documents} documents wait to be sent`
  if (leftout === 0) return sent
  return leftout === 1
    ? `${sent}. 1 credit note stays out, because its invoice was issued before that day: choose an earlier day to send both`
    : `${sent}. ${leftout} credit notes stay out, because their invoices were issued before that day: choose an earlier day to send both`
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
      saveXeroMapping(tx, mappingIn(c.body), c.body.version)
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
    (tx, _, c) => dataReply(sendEarlier(tx, c.body.start)),
    (counts) => saved(sayEarlier(counts), 'xero'),
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
